"""The encoder that the networks share: BERT's, with as many of the base's layers as a network wants.

A network adds a head to it. Only its upper layers are fine-tuned, so that what the lower ones make of a text
can be computed once.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from torch.nn import functional

from entailment.base import Weights
from entailment.batches import Read

WIDTH: Final = 384
HEADS: Final = 12
INNER: Final = 1536
VOCABULARY: Final = 30_522
POSITIONS: Final = 512
EPSILON: Final = 1e-12
"""All as in the base, ms-marco-MiniLM-L-12-v2."""
HEAD_DROPOUT: Final = 0.1
"""As in BERT."""
OPSET: Final = 17
"""The first with layer normalisation as one node."""
INPUTS: Final = ("input_ids", "attention_mask", "token_type_ids")

Tensors = tuple[Tensor, ...]
"""What a network reads of a batch: token ids, or what the lower layers made of them; mask; segments."""


def tensors(read: Read) -> Tensors:
    """Hand a batch over to torch."""
    return tuple(torch.from_numpy(array) for array in read)


class Layer(nn.Module):
    """Self-attention and a feed-forward block, each added to its input and normalised."""

    def __init__(self) -> None:
        super().__init__()
        self.query = nn.Linear(WIDTH, WIDTH)
        self.key = nn.Linear(WIDTH, WIDTH)
        self.value = nn.Linear(WIDTH, WIDTH)
        self.attended = nn.Linear(WIDTH, WIDTH)
        self.attended_norm = nn.LayerNorm(WIDTH, EPSILON)
        self.up = nn.Linear(WIDTH, INNER)
        self.down = nn.Linear(INNER, WIDTH)
        self.down_norm = nn.LayerNorm(WIDTH, EPSILON)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Read vectors of tokens where the mask is true."""
        batch, length, _ = x.shape

        def heads(y: Tensor) -> Tensor:
            return y.view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        seen = functional.scaled_dot_product_attention(
            heads(self.query(x)), heads(self.key(x)), heads(self.value(x)), attn_mask=mask
        )
        seen = seen.transpose(1, 2).reshape(batch, length, WIDTH)
        x = self.attended_norm(x + self.attended(seen))
        return self.down_norm(x + self.down(functional.gelu(self.up(x))))


class Bert(nn.Module):
    """Vectors of tokens; a network with a head makes of them in `upper` what it gives."""

    def __init__(self, n_layers: int, n_upper: int) -> None:
        super().__init__()
        self.words = nn.Embedding(VOCABULARY, WIDTH)
        self.positions = nn.Embedding(POSITIONS, WIDTH)
        self.segments = nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, EPSILON)
        self.layers = nn.ModuleList(Layer() for _ in range(n_layers))
        self.n_upper = n_upper

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """Give what the network says of each pair."""
        x = self.lower(input_ids, attention_mask, token_type_ids)
        return self.upper(x, attention_mask, token_type_ids)

    def lower(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """Give what the layers below the upper ones make of the tokens."""
        positions = torch.arange(input_ids.shape[1]).unsqueeze(0)
        x = self.words(input_ids) + self.positions(positions) + self.segments(token_type_ids)
        x = self.norm(x)
        for layer in self.layers[: -self.n_upper]:
            x = layer(x, attention_mask.bool()[:, None, None, :])
        return x

    def upper(self, x: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """Give what the network says of each pair, from what `lower` gave."""
        raise NotImplementedError

    def through_upper(self, x: Tensor, attention_mask: Tensor) -> Tensor:
        """Give the vectors of the tokens, from what `lower` gave."""
        for layer in self.layers[-self.n_upper :]:
            x = layer(x, attention_mask.bool()[:, None, None, :])
        return x


Network = TypeVar("Network", bound=Bert)

_OUTSIDE: Final = {
    "embeddings.word_embeddings": "words",
    "embeddings.position_embeddings": "positions",
    "embeddings.token_type_embeddings": "segments",
    "embeddings.LayerNorm": "norm",
}
_INSIDE: Final = {
    "attention.self.query": "query",
    "attention.self.key": "key",
    "attention.self.value": "value",
    "attention.output.dense": "attended",
    "attention.output.LayerNorm": "attended_norm",
    "intermediate.dense": "up",
    "output.dense": "down",
    "output.LayerNorm": "down_norm",
}
"""Hugging Face's names for what BERT has, and this module's."""


def take_over(model: Bert, weights: Weights, head: Mapping[str, str] | None = None) -> None:
    """Begin with the tensors of a base, those of its head too that are named; what it has not stays as it is.

    Args:
        model: the network.
        weights: of the base, under Hugging Face's names.
        head: modules of the head, the base's names and the network's.
    """
    model.load_state_dict(dict(_renamed(weights, len(model.layers), head or {})), strict=False)


def _renamed(weights: Weights, n_layers: int, head: Mapping[str, str]) -> Iterator[tuple[str, Tensor]]:
    """Yield the tensors that a network has, under its names."""
    names = _OUTSIDE | dict(head)
    for i in range(n_layers):
        names |= {f"encoder.layer.{i}.{old}": f"layers.{i}.{new}" for old, new in _INSIDE.items()}
    for name, tensor in weights.items():
        stem, _, kind = name.rpartition(".")
        if stem in names:
            yield f"{names[stem]}.{kind}", torch.tensor(tensor)


def tune_upper(model: Bert, *head: nn.Module) -> None:
    """Let nothing learn but the upper layers and the head."""
    model.requires_grad_(False)
    for module in (*model.layers[-model.n_upper :], *head):
        module.requires_grad_(True)


def with_tokens(model: Network, kept: Sequence[int]) -> Network:
    """Keep the vectors of these tokens only, numbered anew in this order."""
    vectors = model.words.weight[torch.tensor(list(kept))].detach().clone()
    model.words = nn.Embedding.from_pretrained(vectors)
    return model


def export(model: nn.Module, output: str, path: Path, full: Path | None = None) -> None:
    """Write the int8 ONNX model to `path`, and the fp32 one to `full` if that is given.

    Weights have 7 bits: with 8, a CPU without VNNI saturates and gives other numbers than one with it.

    Args:
        model: reads the tensors of `INPUTS`.
        output: what is said of each pair, by its name in the file.
        path: of the file.
        full: of the file with the numbers as they are.
    """
    example = torch.ones((2, 9), dtype=torch.int64)
    axes = {name: {0: "pair", 1: "token"} for name in INPUTS} | {output: {0: "pair"}}
    with tempfile.TemporaryDirectory() as folder:
        plain = full or Path(folder) / "model.onnx"
        torch.onnx.export(
            model.eval(),
            (example, example, example),
            str(plain),
            input_names=list(INPUTS),
            output_names=[output],
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )
        onnx.checker.check_model(str(plain))
        quantize_dynamic(
            str(plain), str(path), weight_type=QuantType.QInt8, per_channel=True, reduce_range=True
        )
