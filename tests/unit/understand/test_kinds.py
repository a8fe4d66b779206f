from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.text import folded
from edgerag.language.values import Kind
from edgerag.understand.kinds import (
    asks_one_drug,
    asks_open_deed,
    asks_what_to_avoid,
    asks_yes_or_no,
    kinds_beside,
    kinds_of,
    medicines_to_choose,
    whether_from,
)


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("What dose of adrenaline should an adult with anaphylaxis receive?", (Kind.DOSE,)),
        ("How much folic acid should a pregnant woman take?", (Kind.DOSE,)),
        ("How long should a burn be cooled?", (Kind.DURATION,)),
        ("For how many days is prednisone given?", (Kind.DURATION,)),
        ("At how many months is the first viral load taken?", (Kind.TIMING,)),
        ("After how many days is the dressing changed?", (Kind.TIMING,)),
        ("How often is the injection given?", (Kind.FREQUENCY,)),
        ("Amoebic dysentery: metronidazole dose and number of days?", (Kind.DOSE, Kind.DURATION)),
        ("Paracetamol: route, dose and how often?", (Kind.DOSE, Kind.ROUTE, Kind.FREQUENCY)),
        ("Is the dose and the drug the same?", (Kind.DOSE,)),
        ("An asthma attack. What do I give first?", (Kind.DRUG,)),
        ("How soon can adrenaline be repeated?", (Kind.FREQUENCY,)),
        ("How soon should a baby be fed?", (Kind.TIMING,)),
        ("How many doses of the vaccine does a child need?", (Kind.COUNT,)),
        ("How many sputum samples are sent?", (Kind.COUNT,)),
        ("What strength of selenium sulfide is used?", (Kind.STRENGTH,)),
        ("When should treatment start?", (Kind.TIMING,)),
        ("Until what age should a baby be breastfed?", (Kind.AGE,)),
        ("At what CD4 count should treatment start?", (Kind.THRESHOLD,)),
        ("What is the target blood pressure in diabetes?", (Kind.THRESHOLD,)),
        ("What viral load means failure?", (Kind.THRESHOLD,)),
        ("What follows when the INR is 7?", ()),
        ("Which antibiotic treats cholera?", (Kind.DRUG,)),
        ("What treats a red eye?", (Kind.DRUG,)),
        ("Which drug lowers blood pressure?", (Kind.DRUG,)),
        ("Which drug stops a seizure, and at what dose?", (Kind.DRUG, Kind.DOSE)),
        ("What is the first-line regimen?", (Kind.DRUG,)),
        ("Diabetes, 1st line?", (Kind.DRUG,)),
        ("What tablets should she get?", (Kind.DRUG,)),
        ("Glaucoma, what to give before transfer", (Kind.DRUG,)),
        ("How do we treat scabies?", (Kind.DRUG,)),
        ("Head lice, tx", (Kind.DRUG,)),
        ("Meningitis in a child, ceftriaxone mg?", (Kind.DOSE,)),
        ("First fit: tablets now or not?", (Kind.ACTION,)),
        ("Is iodine good in a wound?", (Kind.ACTION,)),
        ("Tetanus schedule for a pregnant woman", (Kind.TIMING,)),
        ("At what point does she go to hospital?", (Kind.TIMING,)),
        ("HbA1c target", (Kind.THRESHOLD,)),
        ("How is scabies treated?", (Kind.DRUG,)),
        ("Should a tourniquet be applied?", (Kind.ACTION,)),
        ("Is ibuprofen safe in pregnancy?", (Kind.ACTION,)),
        ("What does the handbook say about diet?", ()),
        ("BP 210/125, which BP tablet do I give now?", (Kind.DRUG,)),
        ("What BP do we aim for?", (Kind.THRESHOLD,)),
        ("Worn-out knees. Paracetamol first or straight to ibuprofen?", (Kind.DRUG,)),
        ("Malaria at 9 weeks. Coartem or something else?", (Kind.DRUG,)),
        ("Normal Hb now. Stop the iron or go on?", ()),
        ("Which laxative and how much?", (Kind.DRUG, Kind.DOSE)),
        ("Which laxative dose?", (Kind.DOSE,)),
        ("How many sprays, and how often?", (Kind.FREQUENCY, Kind.DOSE)),
        ("How many cotrimoxazole 480 tabs?", (Kind.DOSE,)),
        ("Misoprostol dose & which route?", (Kind.DOSE, Kind.ROUTE)),
        ("For how many nights?", (Kind.DURATION,)),
        ("How much longer must she stay on it?", (Kind.DURATION,)),
        ("On which days is the vaccine given?", (Kind.TIMING,)),
        ("How many breaths a minute are fast?", (Kind.THRESHOLD,)),
        ("What's the most he may take in a day?", (Kind.DOSE,)),
        ("Does every newborn need the injection?", (Kind.ACTION,)),
    ],
)
def test_a_question_names_what_it_asks(question: str, kinds: tuple[Kind, ...]) -> None:
    assert kinds_of(folded(question)) == kinds


@given(
    st.sampled_from(["scabies", "urethral discharge in a man", "malaria child"]),
    st.sampled_from(["treatment", "therapy", "drugs", "antibiotic"]),
)
def test_a_remedy_in_a_few_words_without_a_question_asks_for_it(illness: str, remedy: str) -> None:
    assert kinds_of(f"{illness} {remedy}") == kinds_of(f"{remedy} of {illness}") == (Kind.DRUG,)
    assert kinds_of(f"can {illness} be prevented without {remedy}?") == ()


def test_what_is_asked_is_not_beside_itself() -> None:
    assert Kind.DOSE not in kinds_beside((Kind.DRUG, Kind.DOSE))
    assert Kind.FREQUENCY in kinds_beside((Kind.DRUG, Kind.DOSE))
    assert Kind.DOSE in kinds_beside(())


def test_nothing_may_be_an_answer_to_what_is_put_somewhere() -> None:
    assert asks_open_deed("what should be put on a burn?")
    assert not asks_open_deed("should butter be put on a burn?")


@pytest.mark.parametrize("deed", ["continued", "stopped", "restarted", "withheld", "repeated", "delayed"])
def test_whether_a_deed_is_done_to_a_medicine_asks_for_that_deed(deed: str) -> None:
    assert kinds_of(f"is mirtazapine {deed} if the patient is sleepy?") == (Kind.ACTION,)


SCENES = [
    "",
    "she is 9 weeks pregnant. ",
    "newborn of a mother with tb: ",
    "dirty cut, 2 hours old - ",
    "her mother had one dose of benzathine 2 weeks ago. ",
]
WHETHER = [
    "can i give ibuprofen?",
    "may we put iodine on it?",
    "does her baby get bcg straight away?",
    "must the tablets be left out?",
    "can a pregnant woman take doxycycline?",
    "should the nurse pull on the cord?",
    "is it ok to give metronidazole?",
    "is a feeding bottle all right?",
    "is metronidazole ok this early?",
    "is ergometrine safe?",
]


@given(st.sampled_from(SCENES), st.sampled_from(WHETHER))
def test_whether_to_do_something_is_asked_whatever_sets_the_scene(scene: str, asked: str) -> None:
    assert kinds_of(scene + asked) == (Kind.ACTION,)
    assert asks_yes_or_no(scene + asked)


@given(st.sampled_from(SCENES), st.sampled_from(WHETHER))
def test_who_goes_on_to_ask_what_else_does_not_ask_for_yes_or_no_alone(scene: str, asked: str) -> None:
    if scene:
        more = f"{scene}{asked.rstrip('?')}, or which other one?"
        assert not asks_yes_or_no(more)
    assert asks_yes_or_no(f"{scene}{asked.rstrip('?')} if she is somebody who has fever?")


@given(st.sampled_from(SCENES))
def test_what_to_avoid_to_put_on_and_to_aim_at_is_asked_whatever_sets_the_scene(scene: str) -> None:
    assert asks_what_to_avoid(f"{scene}which drugs should be avoided?")
    assert not asks_what_to_avoid(f"{scene}which drugs should be given?")
    assert asks_open_deed(f"{scene}what should be put on the cord?")
    assert kinds_of(f"{scene}at what age is it given?") == (Kind.AGE, Kind.THRESHOLD)
    if "dose" not in scene:
        assert kinds_of(f"{scene}what is the target blood pressure?") == (Kind.THRESHOLD,)


@given(
    st.sampled_from(SCENES),
    st.sampled_from(["antibiotic", "oral antibiotic", "drug", "medicine", "injection"]),
    st.sampled_from(
        [("for how many days", Kind.DURATION), ("at what dose", Kind.DOSE), ("how often", Kind.FREQUENCY)]
    ),
)
def test_a_medicine_is_asked_for_whatever_sets_the_scene_and_whatever_more_is_asked(
    scene: str, medicine: str, more: tuple[str, Kind]
) -> None:
    words, kind = more
    kinds = kinds_of(f"{scene}which {medicine} do i give and {words}?")
    assert kinds[0] is Kind.DRUG
    assert kind in kinds


@given(
    st.sampled_from(["", "malaria at 8 weeks, ", "she is pregnant and has a rash. "]),
    st.sampled_from([
        "antibiotic", "medicine", "alternative drug", "tx", "drops or ointment", "oral drug per kilo"
    ]),
    st.sampled_from([", ", " and ", " and for ", " + "]),
    st.sampled_from([
        ("how long", Kind.DURATION), ("number of days", Kind.DURATION), ("duration", Kind.DURATION),
        ("length", Kind.DURATION), ("dosage", Kind.DOSE), ("amount", Kind.DOSE),
        ("how often", Kind.FREQUENCY),
    ]),
)  # fmt: skip
def test_what_is_wanted_is_read_in_a_list_of_nouns(
    scene: str, medicine: str, joint: str, more: tuple[str, Kind]
) -> None:
    words, kind = more
    kinds = kinds_of(f"{scene}{medicine}{joint}{words}?")
    assert kinds[0] is Kind.DRUG
    assert kind in kinds


@given(
    st.sampled_from(["when caring for a child, ", "when a child has fits, ", "when the cord is cut, "]),
    st.sampled_from([
        ("should i wear gloves?", Kind.ACTION), ("how much oxygen is given?", Kind.DOSE),
        ("which drug do i give?", Kind.DRUG), ("when do i refer?", Kind.TIMING),
    ]),
)  # fmt: skip
def test_when_something_is_so_asks_for_no_time(scene: str, asked: tuple[str, Kind]) -> None:
    question, kind = asked
    assert kinds_of(f"{scene}{question}") == (kind,)


@given(
    st.sampled_from(["", "chlamydia: ", "she has cholera. "]),
    st.sampled_from(["doxycycline", "doxycycline tablets", "streptomycin injections"]),
    st.sampled_from(["in pregnancy", "for a breastfeeding mother", "if she is pregnant", "during labour"]),
)
def test_a_medicine_that_is_put_to_somebody_asks_whether(scene: str, medicine: str, whom: str) -> None:
    assert kinds_of(f"{scene}{medicine} {whom}?") == (Kind.ACTION,)
    assert kinds_of(f"{scene}{medicine} {whom}") == ()
    assert kinds_of(f"{scene}{medicine} {whom}, dose?") == (Kind.DOSE,)


@given(
    st.sampled_from(SCENES),
    st.sampled_from(["do we vaccinate the baby", "do i pull on the cord", "ought i to wait"]),
)
def test_whoever_asks_what_to_do_themselves_asks_whether(scene: str, asked: str) -> None:
    assert kinds_of(f"{scene}{asked}?") == (Kind.ACTION,)
    assert kinds_of(f"{scene}when {asked}?") != (Kind.ACTION,)


@pytest.mark.parametrize(
    "said",
    [
        "can aspirin prevent a stroke?",
        "does the vaccine protect children?",
        "in adults with asthma, does exercise help?",
        "the patient may have malaria and is vomiting",
        "shoulder stuck after the head is out",
        "what may i give for pain",
    ],
)
def test_what_a_thing_does_and_what_may_be_so_is_no_deed(said: str) -> None:
    assert Kind.ACTION not in kinds_of(said)


@pytest.mark.parametrize("size", ["low", "high", "fixed"])
@pytest.mark.parametrize("joint", [" ", "-"])
def test_a_product_that_is_called_by_its_dose_asks_for_no_dose(size: str, joint: str) -> None:
    assert Kind.DOSE not in kinds_of(f"can she stay on the {size}{joint}dose pill?")
    assert Kind.DOSE in kinds_of(f"{size}{joint}dose pill: what dose?")


@pytest.mark.parametrize("medicine", ["drug", "medicine", "antibiotic", "vaccine"])
def test_which_medicine_asks_for_one_and_which_medicines_for_all_that_are_given(medicine: str) -> None:
    assert asks_one_drug(f"which {medicine} is given for a fever?")
    assert not asks_one_drug(f"which {medicine}s are given for a fever?")
    assert not asks_one_drug("how is a fever treated?")


def test_how_long_a_medicine_is_given_belongs_to_which_one_is_given() -> None:
    assert Kind.DURATION in kinds_beside((Kind.DRUG,))


@given(st.sampled_from(["on", "after", "failing"]), st.sampled_from(["first line", "1st line"]))
def test_what_somebody_takes_first_line_is_not_asked_for(on: str, line: str) -> None:
    assert not asks_one_drug(f"high viral load {on} {line}: when is it repeated?")
    assert asks_one_drug(f"what is {line}?")


@given(st.sampled_from(["paracetamol", "ibuprofen", "coartem"]), st.booleans())
def test_medicines_to_choose_from_are_named_unless_a_deed_is_to_be_chosen(
    medicine: str, is_first: bool
) -> None:
    one, other = (medicine, "something else") if is_first else ("something else", medicine)
    assert len(medicines_to_choose(f"knees hurt. {one} or {other}?")) >= 1
    assert medicines_to_choose(f"rash. stop {medicine} or carry on?") == frozenset()
    assert medicines_to_choose(f"which drug, {one} or {other}?") == frozenset()


@pytest.mark.parametrize(
    "whom", ["pregnant women", "diabetic patients", "small babies", "a pregnant woman", "children"]
)
@pytest.mark.parametrize("verb", ["take", "have", "use"])
def test_whether_people_of_a_kind_may_take_a_medicine_is_a_deed(whom: str, verb: str) -> None:
    assert kinds_of(f"can {whom} {verb} doxycycline") == (Kind.ACTION,)


@given(
    st.sampled_from(["mastitis", "child of 6 with tb on hrz", "measles vaccine 9 month child with cold"]),
    st.sampled_from(
        ["can i give it", "can she continue to feed", "should i add ceftriaxone", "may we start today"]
    ),
)
def test_a_scene_without_a_sign_goes_on_to_ask_whether(scene: str, asked: str) -> None:
    question = f"{scene} {asked}"
    assert kinds_of(question) == (Kind.ACTION,)
    assert asks_yes_or_no(question)
    assert question[whether_from(question) :] == asked


@pytest.mark.parametrize("asked", ["what can i give", "which drug should i use", "how much can she take"])
def test_who_asks_what_to_give_behind_a_scene_does_not_ask_whether(asked: str) -> None:
    assert not asks_yes_or_no(f"6yo with fever {asked}")


@given(
    st.sampled_from(["eGFR is 25", "kidney function is normal", "TB has come back", "viral load was high"]),
    st.sampled_from(
        [
            ("How often is metformin given", Kind.FREQUENCY),
            ("What is the dose of metformin", Kind.DOSE),
            ("May metformin be given", Kind.ACTION),
        ]
    ),
)
def test_when_a_measure_is_so_asks_for_no_time(scene: str, asked: tuple[str, Kind]) -> None:
    assert kinds_of(f"{asked[0]} when {scene}?".lower()) == (asked[1],)


@pytest.mark.parametrize(
    "asked", ["When is ART started in TB?", "When after birth is BCG given?", "When and how is ART given?"]
)
def test_when_before_what_is_done_asks_for_a_time(asked: str) -> None:
    assert Kind.TIMING in kinds_of(asked.lower())
