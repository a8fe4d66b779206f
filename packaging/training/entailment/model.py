"""The network that is trained: a BERT encoder over a pair, and three labels.

The encoder is the lower eight of the twelve layers of ms-marco-MiniLM-L-12-v2, a cross-encoder that has
learnt to read two texts together. What is judged is the first token's vector, the mean vectors of the two
texts (u, v), |u - v| and u * v, all read after each text has seen the other.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from torch.nn import functional

from entailment.base import Weights
from entailment.batches import Read

LAYERS: Final = 8
"""Of the base's twelve: with more, the file would be larger than 25 MB."""
UPPER: Final = 4
"""How many of the layers the fine-tuning changes."""
WIDTH: Final = 384
HEADS: Final = 12
INNER: Final = 1536
VOCABULARY: Final = 30_522
POSITIONS: Final = 512
EPSILON: Final = 1e-12
"""All as in the base."""
HEAD_DROPOUT: Final = 0.1
"""As in BERT."""
OPSET: Final = 17
"""The first with layer normalisation as one node."""
INPUTS: Final = ("input_ids", "attention_mask", "token_type_ids")

Tensors = tuple[Tensor, ...]
"""What the network reads of a batch: token ids, or what the lower layers made of them; mask; segments."""


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


class Entailment(nn.Module):
    """Logits of entail, neutral, contradict for token ids of a pair."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(VOCABULARY, WIDTH)
        self.positions = nn.Embedding(POSITIONS, WIDTH)
        self.segments = nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, EPSILON)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.joined = nn.Linear(5 * WIDTH, WIDTH)
        self.dropout = nn.Dropout(HEAD_DROPOUT)
        self.labels = nn.Linear(WIDTH, 3)

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """Give the logits of each pair."""
        x = self.lower(input_ids, attention_mask, token_type_ids)
        return self.upper(x, attention_mask, token_type_ids)

    def lower(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """Give what the layers below the upper ones make of the tokens."""
        positions = torch.arange(input_ids.shape[1]).unsqueeze(0)
        x = self.words(input_ids) + self.positions(positions) + self.segments(token_type_ids)
        x = self.norm(x)
        for layer in self.layers[:-UPPER]:
            x = layer(x, attention_mask.bool()[:, None, None, :])
        return x

    def upper(self, x: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """Give the logits from what `lower` gave."""
        for layer in self.layers[-UPPER:]:
            x = layer(x, attention_mask.bool()[:, None, None, :])
        u = _mean(x, attention_mask * (1 - token_type_ids))
        v = _mean(x, attention_mask * token_type_ids)
        joined = torch.cat([x[:, 0], u, v, (u - v).abs(), u * v], dim=1)
        return self.labels(self.dropout(torch.tanh(self.joined(joined))))


def from_base(weights: Weights) -> Entailment:
    """Make a network with the encoder of a BERT and new labels; the word vectors stay as they are."""
    model = Entailment()
    model.load_state_dict(dict(_renamed(weights)), strict=False)
    model.words.weight.requires_grad_(False)
    return model


class Probabilities(nn.Module):
    """What is exported: probabilities, with the logits divided by the temperature that calibrates them."""

    def __init__(self, model: Entailment, temperature: float) -> None:
        super().__init__()
        self.model = model
        self.temperature = temperature

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """Give the probabilities of each pair."""
        logits = self.model(input_ids, attention_mask, token_type_ids)
        return torch.softmax(logits / self.temperature, dim=1)


def with_tokens(model: Entailment, kept: Sequence[int]) -> Entailment:
    """Keep the vectors of these tokens only, numbered anew in this order."""
    vectors = model.words.weight[torch.tensor(list(kept))].detach().clone()
    model.words = nn.Embedding.from_pretrained(vectors)
    return model


def export(model: Entailment, temperature: float, path: Path, full: Path | None = None) -> None:
    """Write the int8 ONNX model to `path`, and the fp32 one to `full` if that is given.

    Weights have 7 bits: with 8, a CPU without VNNI saturates and gives other numbers than one with it.
    """
    example = torch.ones((2, 9), dtype=torch.int64)
    axes = {name: {0: "pair", 1: "token"} for name in INPUTS} | {"probabilities": {0: "pair"}}
    with tempfile.TemporaryDirectory() as folder:
        plain = full or Path(folder) / "model.onnx"
        torch.onnx.export(
            Probabilities(model, temperature).eval(),
            (example, example, example),
            str(plain),
            input_names=list(INPUTS),
            output_names=["probabilities"],
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )
        onnx.checker.check_model(str(plain))
        quantize_dynamic(
            str(plain), str(path), weight_type=QuantType.QInt8, per_channel=True, reduce_range=True
        )


def _mean(x: Tensor, mask: Tensor) -> Tensor:
    weights = mask.unsqueeze(-1).to(x.dtype)
    return (x * weights).sum(1) / weights.sum(1).clamp(min=1.0)


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


def _renamed(weights: Weights) -> Iterator[tuple[str, Tensor]]:
    """Yield the tensors that this network has, under its names."""
    names = dict(_OUTSIDE)
    for i in range(LAYERS):
        names |= {f"encoder.layer.{i}.{old}": f"layers.{i}.{new}" for old, new in _INSIDE.items()}
    for name, tensor in weights.items():
        stem, _, kind = name.rpartition(".")
        if stem in names:
            yield f"{names[stem]}.{kind}", torch.from_numpy(tensor)
