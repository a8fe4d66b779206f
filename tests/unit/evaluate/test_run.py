from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from edgerag import paths
from edgerag.config import Config, Models
from edgerag.errors import ConfigError, ModelMissingError
from edgerag.evaluate import run
from edgerag.evaluate.halves import Half
from edgerag.evaluate.results import Result, result_json
from edgerag.evaluate.run import Source
from edgerag.evaluate.workspace import Workspaces, opened
from edgerag.samples import gold_file, sample_files

ONE_THREAD = Config(models=Models(threads=1))
ROWS = [
    ("A", "a1", "Snake bite", "Keep the patient still. Do not use a tourniquet. Transport to hospital."),
    ("A", "a2", "Malaria treatment", "Give artemether-lumefantrine twice a day for three days with food."),
    ("B", "b1", "Hand washing", "Wash hands with soap before every meal and after using the toilet."),
]


@pytest.fixture
def models(models_folder: Path) -> None:
    """Install the real models into this test's own folder."""
    paths.data_folder().mkdir(parents=True)
    paths.models_folder().symlink_to(models_folder)


def write(path: Path, *rows: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def quiet(_what: str, _done: int, _total: int) -> None:
    pass


@pytest.fixture
def workspaces(tmp_path: Path) -> Workspaces:
    return Workspaces(tmp_path / "kept", ONE_THREAD.ingest)


def of_handbooks(
    source: Source, workspaces: Workspaces, *, left_out: Sequence[str] = (), details: Path | None = None
) -> Result:
    return run.handbooks(
        source,
        left_out=left_out,
        extractive=True,
        details=details,
        config=ONE_THREAD,
        workspaces=workspaces,
        progress=quiet,
    )


@pytest.mark.usefixtures("models")
def test_retrieval_finds_the_obvious(tmp_path: Path, workspaces: Workspaces) -> None:
    data = tmp_path / "clinic"
    write(data / "corpus.jsonl", *({"handbook": h, "id": i, "title": t, "text": x} for h, i, t, x in ROWS))
    write(data / "dev.queries.jsonl", {"id": "q", "text": "How is malaria treated?"})
    (data / "dev.qrels.tsv").write_text("query_id\tdoc_id\tgrade\nq\ta2\t3\n", encoding="utf-8")
    result = run.retrieval(data, config=ONE_THREAD, workspaces=workspaces, progress=quiet)
    assert (result.dataset, result.split, result.n) == ("clinic", "dev", 1)
    assert {name: value.value for name, value in result.measures.items()} == {
        "ndcg@10": 1.0,
        "recall@5": 1.0,
        "recall@10": 1.0,
        "mrr@10": 1.0,
    }
    assert result.versions.keys() == {"edgerag", "embedder", "reranker"}
    assert len(list((tmp_path / "kept").glob("clinic-*/library.db"))) == 1


@pytest.mark.usefixtures("models")
def test_a_sample_of_the_questions_is_taken_of_those_that_have_a_judged_document(
    tmp_path: Path, workspaces: Workspaces
) -> None:
    data = tmp_path / "clinic"
    write(data / "corpus.jsonl", *({"handbook": h, "id": i, "title": t, "text": x} for h, i, t, x in ROWS))
    asked = ("What has no judged document?", "How is malaria treated?", "Is a tourniquet used?")
    write(data / "dev.queries.jsonl", *({"id": f"q{n}", "text": text} for n, text in enumerate(asked)))
    (data / "dev.qrels.tsv").write_text("query_id\tdoc_id\tgrade\nq1\ta2\t3\nq2\ta1\t3\n", encoding="utf-8")
    result = run.retrieval(data, limit=1, config=ONE_THREAD, workspaces=workspaces, progress=quiet)
    assert (result.n, result.measures["mrr@10"].value) == (1, 1.0)


@pytest.mark.usefixtures("models")
def test_absence_knows_who_is_silent(tmp_path: Path, workspaces: Workspaces) -> None:
    data = tmp_path / "clinic"
    for handbook in "AB":
        rows = ({"handbook": h, "id": i, "title": t, "text": x} for h, i, t, x in ROWS if h == handbook)
        write(data / "corpus" / f"{handbook}.jsonl", *rows)
    labels = {"A": "PRESENT", "B": "ABSENT"}
    question = {"id": "q", "question": "What is the treatment of malaria?", "labels": labels}
    write(data / "absence" / "dev.jsonl", question)
    result = run.absence(data, config=ONE_THREAD, workspaces=workspaces, progress=quiet)
    assert result.measures["f1"].value == 1.0
    assert result.versions["threshold"] == "0.5"


@pytest.mark.usefixtures("models")
def test_routing_reads_the_handbooks_that_answer_first(tmp_path: Path, workspaces: Workspaces) -> None:
    data = tmp_path / "clinic"
    rows = [*ROWS, ("C", "c1", "Treating malaria", "Malaria is treated with artemether for three days.")]
    for handbook in "ABC":
        of_it = ({"handbook": h, "id": i, "title": t, "text": x} for h, i, t, x in rows if h == handbook)
        write(data / "corpus" / f"{handbook}.jsonl", *of_it)
    question = {"id": "q", "question": "How is malaria treated?", "sections": {"A": ["a2"], "C": ["c1"]}}
    write(data / "cross_source" / "dev.jsonl", question, question)
    result = run.routing(data, limit=1, config=ONE_THREAD, workspaces=workspaces, progress=quiet)
    assert (result.n, result.versions["densest"]) == (1, "A")
    values = {name: measure.value for name, measure in result.measures.items()}
    for name in ("primary_acc", "top2_hit", "ev_recall@5", "ev_ndcg@5", "cross_ev@5"):
        assert values[name] == 1.0
    assert values["dominance"] == pytest.approx(2 / 3)  # of a2, c1 and a1


@pytest.mark.usefixtures("models")
def test_multihop_is_measured_beside_the_words_alone(tmp_path: Path, workspaces: Workspaces) -> None:
    data = tmp_path / "hops"
    write(data / "corpus.jsonl", *({"id": i, "title": t, "text": x} for _, i, t, x in ROWS))
    write(
        data / "dev.jsonl", {"id": "q", "question": "Is soap used for malaria?", "supporting": ["a2", "b1"]}
    )
    result = run.multihop(data, config=ONE_THREAD, workspaces=workspaces, progress=quiet)
    assert {name: measure.value for name, measure in result.measures.items()} == {
        "recall@5": 1.0,
        "bm25_recall@5": 1.0,
    }


@pytest.mark.usefixtures("models")
def test_pairs_are_judged_by_the_program(tmp_path: Path) -> None:
    question = "How much adrenaline?"
    write(
        tmp_path / "dev.jsonl",
        {"question": question, "a": "Give 1 mL.", "b": "Give 1 mL.", "label": "CONSISTENT"},
        {"question": question, "a": "Give 1 mg IM.", "b": "Give 0.5 mg IM.", "label": "DIVERGENT"},
    )
    result = run.pairs(tmp_path, config=ONE_THREAD, progress=quiet)
    assert result.n == 2
    assert result.confusion is not None
    assert result.confusion["CONSISTENT"]["CONSISTENT"] == 1
    assert "f1_DIVERGENT" in result.measures


@pytest.mark.usefixtures("models")
def test_handbooks_are_indexed_asked_scored_and_sorted(tmp_path: Path, workspaces: Workspaces) -> None:
    marula, kestrel, *_ = sample_files()
    write(tmp_path / "manifest.jsonl", *({"id": path.stem, "file": str(path)} for path in (marula, kestrel)))
    gold = json.loads(gold_file().read_text(encoding="utf-8").splitlines()[0])
    known = {marula.stem, kestrel.stem}
    gold["answers"] = [answer for answer in gold["answers"] if answer["handbook"] in known]
    gold["pairs"] = [pair for pair in gold["pairs"] if {pair["a"], pair["b"]} <= known]
    write(tmp_path / "one.jsonl", gold | {"absent": []})
    source, details = Source(tmp_path, questions=tmp_path / "one.jsonl"), tmp_path / "misses.jsonl"
    result = of_handbooks(source, workspaces, details=details)
    assert (result.split, result.n) == ("one.jsonl", 1)
    assert result.measures["citations_verified"].value == 1.0
    assert result.measures["page_hit"].value >= 0.5
    assert "not indexed" not in result.versions
    assert json.loads(result_json(result))["measures"].keys() >= {
        "page_hit",
        "answered_recall",
        "absent_precision",
        "pair_accuracy",
        "conflict_recall",
        "false_agreement",
        "false_alarm",
    }
    (line,) = details.read_text(encoding="utf-8").splitlines()
    assert len(json.loads(line)["answers"]) == len(gold["answers"])
    assert result.misses is not None
    assert result.misses["pairs"]["not retrieved"] == 0

    alone = of_handbooks(source, workspaces, left_out=[kestrel.stem])
    assert alone.versions["left out"] == kestrel.stem
    assert alone.confusion is not None
    assert sum(sum(row.values()) for row in alone.confusion.values()) == 0
    (kept,) = workspaces.root.iterdir()
    with opened(kept) as whole:
        assert len(whole.library.handbooks()) == 2


@pytest.mark.usefixtures("models")
def test_answers_are_measured_against_what_a_person_quoted(workspaces: Workspaces) -> None:
    result = run.rag(
        Source(None), limit=1, extractive=True, config=ONE_THREAD, workspaces=workspaces, progress=quiet
    )
    assert (result.dataset, result.n) == ("samples", 1)
    assert result.measures["faithfulness"].value == 1.0
    assert result.measures["context_recall"].value > 0.5
    assert result.versions["support"].startswith("edgerag-nli@")


def test_sentences_to_cite_are_measured_on_claims_of_a_half(tmp_path: Path) -> None:
    rows = [
        {
            "claim": f"Zinc helps in cholera, trial {n}.",
            "evidence_sentences": ["Wash your hands.", f"In trial {n} zinc helped in cholera."],
            "supporting_sentence_sets": [[1]],
        }
        for n in range(9)
    ]
    write(tmp_path / "claims" / "dev.jsonl", *rows)
    work, held = (
        run.citation(tmp_path / "claims", half=half, progress=quiet) for half in (Half.WORK, Half.HELD)
    )
    assert work.n + held.n == len(rows)
    assert work.measures["f1"].value == 1.0


def test_handbook_that_is_not_there_cannot_be_left_out(workspaces: Workspaces) -> None:
    with pytest.raises(ConfigError, match="no handbook nowhere"):
        of_handbooks(Source(None), workspaces, left_out=["nowhere"])


def test_missing_data_is_told_before_models_are_opened(tmp_path: Path, workspaces: Workspaces) -> None:
    nowhere = tmp_path / "nowhere"
    with pytest.raises(ConfigError, match="there is no such file"):
        run.retrieval(nowhere, config=ONE_THREAD, workspaces=workspaces, progress=quiet)
    with pytest.raises(ConfigError, match="there is no such file"):
        run.absence(nowhere, config=ONE_THREAD, workspaces=workspaces, progress=quiet)
    with pytest.raises(ConfigError, match="there is no such file"):
        run.pairs(nowhere, config=ONE_THREAD, progress=quiet)
    with pytest.raises(ConfigError, match="there is no such file"):
        run.labelled_pairs(Source(nowhere), config=ONE_THREAD, workspaces=workspaces, progress=quiet)
    with pytest.raises(ConfigError, match="there is no such file"):
        of_handbooks(Source(nowhere), workspaces)


def test_missing_model_says_how_to_install_it(tmp_path: Path) -> None:
    write(tmp_path / "dev.jsonl", {"question": "?", "a": "x", "b": "y", "label": "ABSENT"})
    with pytest.raises(ModelMissingError) as missing:
        run.pairs(tmp_path, config=ONE_THREAD, progress=quiet)
    assert "edgerag models install" in missing.value.hint


def test_work_with_a_handbook_that_is_not_there_is_refused_before_anything_is_read(
    workspaces: Workspaces,
) -> None:
    with pytest.raises(ConfigError, match="no handbook atlantis-2019") as refused:
        run.editions(
            Source(None),
            [["kestrel-bay-2014", "atlantis-2019"]],
            config=ONE_THREAD,
            workspaces=workspaces,
            progress=quiet,
        )
    assert "kestrel-bay-2014" in refused.value.hint
