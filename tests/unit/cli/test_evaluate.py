from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.errors import ConfigError, ModelMissingError
from edgerag.evaluate.halves import Half, half_of
from edgerag.samples import sample_files
from tests.policies import put_policy
from tests.unit.cli.conftest import Invoke

KINDS = [
    "retrieval",
    "absence",
    "routing",
    "multihop",
    "pairs",
    "judge",
    "handbooks",
    "differences",
    "fusion",
    "citation",
    "rag",
]
QUESTIONS = [f"What dose of adrenaline is given to an adult, case {n}?" for n in range(6)]
PAIRS = [
    {"question": question, "a": f"Give {a} mg IM.", "b": f"Give {b} mg IM.", "label": label}
    for n, question in enumerate(QUESTIONS)
    for a, b, label in [(n + 1, n + 1, "CONSISTENT") if n % 2 else (n + 1, n + 9, "DIVERGENT")]
]


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """A data set of pairs that are the same or of which one dose is another."""
    folder = tmp_path / "pairs"
    folder.mkdir()
    (folder / "dev.jsonl").write_text("".join(json.dumps(pair) + "\n" for pair in PAIRS))
    return folder


@pytest.fixture
def models(models_folder: Path) -> None:
    """Install the real models into this test's own folder."""
    paths.data_folder().mkdir(parents=True)
    paths.models_folder().symlink_to(models_folder)


@pytest.mark.parametrize(
    "kind",
    [
        "retrieval",
        "absence",
        "routing",
        "multihop",
        "pairs",
        "handbooks",
        "differences",
        "fusion",
        "citation",
    ],
)
def test_a_data_set_must_be_named(invoke: Invoke, kind: str) -> None:
    with pytest.raises(ConfigError, match="which data set") as refused:
        invoke("evaluate", kind)
    assert refused.value.hint == "--data DIR"


@pytest.mark.parametrize("kind", KINDS)
def test_a_data_set_that_is_not_there_is_wrong_usage(invoke: Invoke, kind: str, tmp_path: Path) -> None:
    refused = invoke("evaluate", kind, "--data", tmp_path / "nowhere")
    assert refused.exit_code == 2
    assert "does not exist" in refused.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_of_something_else_is_refused_before_models_are_missed(
    invoke: Invoke, kind: str, tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match="there is no such file"):
        invoke("evaluate", kind, "--data", tmp_path)


def test_without_models_the_command_that_brings_them_is_named(invoke: Invoke, pairs: Path) -> None:
    with pytest.raises(ModelMissingError) as missed:
        invoke("evaluate", "pairs", "--data", pairs)
    assert "edgerag models install" in missed.value.hint


@pytest.mark.usefixtures("models")
def test_what_is_shown_is_what_is_written(invoke: Invoke, pairs: Path, tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    shown = invoke("evaluate", "pairs", "--data", pairs, "--json", file)
    first, head, *rows = shown.stdout.splitlines()
    assert (first, head) == ("pairs, dev, n = 6", "measure\tvalue\t95 % interval")
    result = json.loads(file.read_text())
    assert result["n"] == 6
    assert result["measures"]["accuracy"]["value"] == 1.0
    for name, measure in result["measures"].items():
        value = "-" if measure["value"] is None else f"{measure['value']:.3f}"
        assert any(row.startswith(f"{name}\t{value}") for row in rows)
    for gold, counts in result["confusion"].items():
        assert "\t".join([gold, *map(str, counts.values())]) in rows
    for what, version in result["versions"].items():
        assert f"{what}: {version}" in rows


@pytest.mark.usefixtures("models")
def test_the_two_halves_make_up_the_whole(invoke: Invoke, pairs: Path) -> None:
    sizes = {}
    for half in ("work", "held", "all"):
        first = invoke("evaluate", "pairs", "--data", pairs, "--half", half).stdout.splitlines()[0]
        sizes[half] = int(first.rpartition(" ")[2])
    n_held = sum(half_of(question) is Half.HELD for question in QUESTIONS)
    assert sizes == {"work": len(PAIRS) - n_held, "held": n_held, "all": len(PAIRS)}


@pytest.mark.usefixtures("models")
def test_a_packet_goes_to_readers_without_labels_and_comes_back_to_be_scored(
    invoke: Invoke, pairs: Path, tmp_path: Path
) -> None:
    packet = tmp_path / "anna.csv"
    made = invoke("evaluate", "judge", "--data", pairs, "--annotate", 4, "--packet", packet)
    assert made.stdout.splitlines()[-1] == f"pairs for human readers: {packet}"
    with packet.open(newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4
    labels = {str(pair["label"]) for pair in PAIRS}
    assert not labels & {cell for row in rows for cell in row.values()}
    gold = {pair["question"]: str(pair["label"]) for pair in PAIRS}
    for row in rows:
        row["label"] = gold[row["question"]]
    with packet.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    scored = invoke("evaluate", "judge", "--data", pairs, "--score", packet)
    assert "pairs for human readers" not in scored.stdout
    assert "n = 4" in scored.stdout.splitlines()[0]
    assert "judge_accuracy\t1.000" in scored.stdout


@pytest.mark.usefixtures("models")
def test_a_library_is_kept_beside_ones_own_and_built_anew_if_so_asked(invoke: Invoke, tmp_path: Path) -> None:
    corpus = {"handbook": "A", "id": "a1", "title": "Malaria", "text": "Give artesunate for malaria."}
    (tmp_path / "corpus.jsonl").write_text(json.dumps(corpus))
    (tmp_path / "dev.queries.jsonl").write_text(json.dumps({"id": "q", "text": "How is malaria treated?"}))
    (tmp_path / "dev.qrels.tsv").write_text("query_id\tdoc_id\tgrade\nq\ta1\t3\n")
    ask = ("evaluate", "retrieval", "--data", tmp_path)
    first = invoke(*ask)
    assert "ndcg@10\t1.000" in first.stdout
    (kept,) = (paths.data_folder() / "evaluation").glob("*/library.db")
    born = kept.stat().st_ino, kept.stat().st_ctime_ns
    assert not paths.library_file().exists()
    assert invoke(*ask).stdout == first.stdout
    (folder,) = (paths.data_folder() / "evaluation").iterdir()
    (folder / "mark").touch()
    invoke(*ask)
    assert (folder / "mark").exists()
    assert invoke(*ask, "--fresh").stdout == first.stdout
    assert not (folder / "mark").exists()
    assert (kept.stat().st_ino, kept.stat().st_ctime_ns) != born


def test_handbooks_to_leave_out_are_named_with_commas_and_must_exist(invoke: Invoke, tmp_path: Path) -> None:
    books = [json.dumps({"id": book.stem, "file": str(book)}) for book in sample_files()[:2]]
    (tmp_path / "manifest.jsonl").write_text("\n".join(books))
    (tmp_path / "questions.dev.jsonl").write_text(json.dumps({"question": QUESTIONS[0], "absent": []}))
    out = f"{sample_files()[0].stem} , , nowhere"
    with pytest.raises(ConfigError, match="no handbook nowhere"):
        invoke("evaluate", "handbooks", "--data", tmp_path, "--extractive", "--handbooks-out", out)


def test_what_is_measured_are_the_models_that_the_policy_fixes(invoke: Invoke) -> None:
    put_policy('[models]\nembedder = "theirs"\n')
    with pytest.raises(ModelMissingError, match="theirs"):
        invoke("evaluate", "judge", "--extractive", "--fresh")


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    """A data set of two queries, of which one has claims."""
    folder = tmp_path / "fusion"
    folder.mkdir()
    rows = [
        {"source": source, "entity": "Ariel", "attribute": "director", "value": value}
        for source, value in (("a", "Aki Kaurismäki"), ("b", "Kaurismaki, Aki"), ("c", "Tom Tykwer"))
    ]
    queries = [
        {"id": "1", "entity": "ariel", "attribute": "directors", "answers": ["Aki Kaurismäki"]},
        {"id": "2", "entity": "Nobody's", "attribute": "directors", "answers": ["Jo Low"]},
    ]
    (folder / "claims.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "dev.queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in queries))
    return folder


def test_fusion_is_measured_over_the_queries_with_claims(
    invoke: Invoke, claims: Path, tmp_path: Path
) -> None:
    invoke("evaluate", "fusion", "--data", claims, "--json", tmp_path / "out.json")
    found = json.loads((tmp_path / "out.json").read_bytes())
    assert found["n"] == 1
    assert found["measures"]["recall"]["value"] == 1.0
    assert found["measures"]["coverage"]["value"] == 0.5
    assert {"f1", "f1_lenient", "precision"} <= set(found["measures"])


def test_claim_without_a_source_is_named_with_its_line(invoke: Invoke, claims: Path) -> None:
    (claims / "claims.jsonl").write_text('{"entity": "Ariel"}\n')
    with pytest.raises(ConfigError, match=r"line 1.*source"):
        invoke("evaluate", "fusion", "--data", claims)
