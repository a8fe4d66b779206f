"""The network that says how what two handbooks state relates: five logits for a question with two statements.

It is the entailment model's (`entailment.model`), with five labels instead of three, each of which begins as
one of the three:

    weight(relation) = weight(meaning)      bias(relation) = bias(meaning) + shift
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import nn

from entailment import bert
from entailment.base import Weights
from entailment.bert import WIDTH
from entailment.labels import Meaning
from entailment.model import LAYERS, Entailment
from relation.judged import RELATIONS, Relation

PREFIX: Final = "model."
"""Of the names in the entailment model's file."""
BEGINNINGS: Final[Mapping[Relation, tuple[Meaning, float]]] = {
    "same": (Meaning.ENTAIL, 0.0),
    "more": (Meaning.NEUTRAL, -0.7),
    "differs": (Meaning.CONTRADICT, 0.0),
    "opposite": (Meaning.CONTRADICT, -3.0),
    "apart": (Meaning.NEUTRAL, -0.7),
}
"""As what each relation begins, and its shift: more and apart share what is neutral, and ln 2 is .7; hardly
any handbooks say the opposite. Set by hand."""


class RelationModel(Entailment):
    """Logits of the relations, in their order, for token ids of a pair; every layer learns."""

    def __init__(self, n_tokens: int) -> None:
        super().__init__(n_upper=LAYERS)
        self.words = nn.Embedding(n_tokens, WIDTH)
        self.labels = nn.Linear(WIDTH, len(RELATIONS))


def from_base(weights: Weights) -> RelationModel:
    """Make a network that says what the entailment model says; only its layers and its head learn.

    Args:
        weights: of the entailment model, under the names of its network.

    Raises:
        RuntimeError: they are another network's.
    """
    meanings = [BEGINNINGS[relation][0] for relation in RELATIONS]
    shifts = np.array([BEGINNINGS[relation][1] for relation in RELATIONS], dtype=np.float32)
    head = {
        "labels.weight": weights["labels.weight"][meanings],
        "labels.bias": weights["labels.bias"][meanings] + shifts,
    }
    model = of({name: torch.tensor(tensor) for name, tensor in (weights | head).items()})
    bert.tune_upper(model, model.joined, model.labels)
    return model


def of(state: Mapping[str, torch.Tensor]) -> RelationModel:
    """Make the network that has these tensors."""
    model = RelationModel(len(state["words.weight"]))
    model.load_state_dict(state)
    return model


def export(model: RelationModel, path: Path, full: Path | None = None) -> None:
    """Write the int8 ONNX model to `path`, and the fp32 one to `full` if that is given."""
    bert.export(model, "logits", path, full)
