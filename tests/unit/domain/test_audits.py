from __future__ import annotations

from edgerag.domain.audits import AskedHandbook, AuditQuestion, AuditState
from edgerag.domain.ids import HandbookId


def test_a_label_may_have_several_values() -> None:
    question = AuditQuestion(0, "Why?", {"topic": " malaria;asthma ; malaria;", "organ": ""})
    assert question.values("topic") == ("malaria", "asthma")
    assert question.values("organ") == question.values("group") == ()


def test_what_is_neither_answered_nor_failed_is_left() -> None:
    assert AuditState("a", "", 10, n_answered=6, n_failed=1).n_left == 3


def test_a_handbook_is_named_by_title_and_edition() -> None:
    def named(title: str, edition: str) -> str:
        return AskedHandbook(HandbookId("1"), "", title, edition, "", "", "book.pdf", 1, 1).name

    assert named("Primary Care", "2013") == "Primary Care (2013)"
    assert named("", "") == "book.pdf"
