"""Pairs of findings for `train_entailment.py`: what a study saw an intervention do to an outcome.

Guidelines and abstracts disagree in findings as often as in doses: one says that a treatment helps, another
that it makes no difference, a third that it harms. Each pair is one intervention, one outcome and one
population, told twice in two of many ways: entail if both saw the same, contradict if not, neutral if the
outcome or the intervention is another. Either may mention beside it what happened to a further outcome.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from entailment_edits import capital
from entailment_labels import CONTRADICT, ENTAIL, NEUTRAL
from entailment_words import DRUGS, groups, words

HELPS, NOTHING, HARMS = range(3)

OTHER_INTERVENTIONS = groups("""
    exercise training, physical exercise, an exercise programme
    home telemonitoring, remote monitoring
    vitamin D supplementation, vitamin D supplements
    zinc supplementation, oral zinc
    surgical masks, wearing a face mask
    hand washing, hand hygiene with soap
    early mobilisation, getting up early
    a low-salt diet, eating less salt
    the BCG vaccine, BCG vaccination
    the influenza vaccine, influenza vaccination
    nurse-led care, care by specialised nurses
    cognitive behavioural therapy, CBT
    coronary bypass surgery, bypass grafting
    stem cell transplantation, bone marrow cell therapy
    delayed cord clamping, late clamping of the cord
    exclusive breastfeeding, breastfeeding alone
    bed nets, sleeping under a treated net
    a shorter course of antibiotics, short-course antibiotics
    oxygen therapy, supplemental oxygen
    green tea, drinking green tea
    screening, routine screening
    smoking cessation, giving up smoking
""")
UNWANTED = groups("""
    mortality, deaths, the death rate, all-cause mortality
    hospital admissions, hospitalisations, admissions to hospital
    recurrent stroke, further strokes
    myocardial infarction, heart attacks
    cardiovascular events, major cardiac events
    blood pressure, systolic blood pressure
    the risk of infection, infection rates
    severe disease, progression to severe illness
    pain, pain scores
    postpartum haemorrhage, bleeding after birth
    preterm birth, premature delivery
    relapse, the relapse rate
    viral load, the amount of virus
    transmission, spread of the disease
    depression, depressive symptoms
    seizures, the number of convulsions
    anaemia, the prevalence of anaemia
    complications, postoperative complications
    the duration of fever, time to fever clearance
    graft occlusion, occluded grafts
    length of stay, days in hospital
    tumour growth, the size of tumours
""")
WANTED = groups("""
    survival, overall survival
    exercise capacity, walking distance
    quality of life, well-being
    renal function, kidney function
    cardiac function, left ventricular ejection fraction
    wound healing, healing of the wound
    cure rates, the proportion cured
    oxygenation, oxygen saturation
    weight gain, growth
    adherence, adherence to treatment
    glycaemic control, control of blood glucose
    lung function, FEV1
    cognitive performance, memory
    birth weight, the weight at birth
""")
POPULATIONS = words("""
    patients with heart failure, adults with COVID-19, children under five, pregnant women, elderly patients,
    patients with type 2 diabetes, people living with HIV, patients with tuberculosis, hypertensive patients,
    women with pre-eclampsia, newborns, patients with coronary artery disease, critically ill patients,
    patients with asthma, healthy volunteers, mice
""")
COMPARATORS = words("""
    placebo, usual care, no treatment, standard treatment, the control group, medical therapy alone
""")
LEADS = (
    "",
    "",
    "",
    "",
    "We conclude that ",
    "In conclusion, ",
    "These results suggest that ",
    "Our data show that ",
    "This study demonstrates that ",
    "The authors report that ",
    "There is evidence that ",
    "A meta-analysis found that ",
    "In this randomised trial, ",
    "At 12 months' follow-up, ",
)
TELLING = {
    (HELPS, False): (
        "{i} reduced {o}{p}",
        "{i} significantly reduces {o}{p}",
        "{i} lowers {o}{p}",
        "{i} prevents {o}{p}",
        "{i} protects against {o}{p}",
        "{i} was associated with a {n}% reduction in {o}{p}",
        "{i} is related to lower {o}{p}",
        "{i} is effective in reducing {o}{p}",
        "{i} is more effective than {c} against {o}{p}",
        "{o} decreased significantly with {i}{p}",
        "{o} was lower with {i} than with {c}{p}",
        "significant improvements in {o} were observed with {i}{p}",
        "{i} can help to decrease {o}{p}",
        "less {o} was seen{p} who received {i} (p = 0.0{d})",
        "{i} has a beneficial effect on {o}{p}",
    ),
    (HELPS, True): (
        "{i} improved {o}{p}",
        "{i} significantly improves {o}{p}",
        "{i} increases {o}{p}",
        "{i} was associated with better {o}{p}",
        "{i} is effective in improving {o}{p}",
        "{i} enhanced {o} compared with {c}{p}",
        "{o} improved by {n}% with {i}{p}",
        "{o} was better with {i} than with {c}{p}",
        "{p0} benefit from {i} in terms of {o}",
        "{i} leads to better {o}{p} (p = 0.0{d})",
        "{i} has a favourable influence on {o}{p}",
    ),
    (NOTHING, False): (
        "{i} did not reduce {o}{p}",
        "{i} does not prevent {o}{p}",
        "{i} failed to lower {o}{p}",
        "{i} was not associated with lower {o}{p}",
        "{i} gives no protection against {o}{p}",
        "{i} is ineffective against {o}{p}",
        "{o} was not reduced by {i}{p}",
    ),
    (NOTHING, True): (
        "{i} did not improve {o}{p}",
        "{i} does not increase {o}{p}",
        "{i} failed to improve {o}{p}",
        "{i} was not associated with better {o}{p}",
        "{i} is of no benefit for {o}{p}",
        "{o} did not improve with {i}{p}",
    ),
    (HARMS, False): (
        "{i} increased {o}{p}",
        "{i} significantly increases {o}{p}",
        "{i} raises {o}{p}",
        "{i} was associated with a {n}% increase in {o}{p}",
        "{o} was higher with {i} than with {c}{p}",
        "{i} leads to more {o}{p}",
        "{i} aggravates {o}{p}",
        "{o} rose significantly with {i}{p}",
    ),
    (HARMS, True): (
        "{i} worsened {o}{p}",
        "{i} impairs {o}{p}",
        "{i} reduces {o}{p}",
        "{i} was associated with poorer {o}{p}",
        "{o} declined by {n}% with {i}{p}",
        "{o} was worse with {i} than with {c}{p}",
        "{i} has a detrimental effect on {o}{p}",
    ),
}
TELLING_NOTHING = (
    "there was no significant difference in {o} between {i} and {c}{p}",
    "{i} had no effect on {o}{p}",
    "{i} has no significant impact on {o}{p}",
    "no association between {i} and {o} was found{p}",
    "{o} did not differ between {i} and {c}{p}",
    "{o} was similar with {i} and with {c}{p}",
    "there is no evidence that {i} influences {o}{p}",
    "the effect of {i} on {o} did not reach statistical significance{p} (p = 0.{n})",
    "{i} made no difference to {o}{p}",
    "a benefit of {i} for {o} could not be shown{p}",
    "{o} remained unchanged after {i}{p}",
    "{i} provided the same {o} as {c}{p}",
)


@dataclass(frozen=True)
class Told:
    """One finding."""

    intervention: tuple[str, ...]
    """Its names."""
    outcome: tuple[str, ...]
    is_wanted: bool
    people: str
    saw: int


def finding_pairs(n: int, seed: int) -> Iterator[tuple[str, str, int]]:
    """`n` pairs of findings."""
    rng = random.Random(seed)
    for _ in range(n):
        one = random_finding(rng)
        match rng.choice(
            ("same", "same", "same", "opposed", "opposed", "opposed", "outcome", "intervention")
        ):
            case "same":
                other, label = one, ENTAIL
            case "opposed":
                other, label = replace(one, saw=rng.choice([x for x in range(3) if x != one.saw])), CONTRADICT
            case "outcome":
                further = random_finding(rng, besides=one)
                other, label = replace(further, intervention=one.intervention, people=one.people), NEUTRAL
            case _:
                other, label = (
                    replace(one, intervention=random_intervention(rng), saw=rng.randrange(3)),
                    NEUTRAL,
                )
        yield told(one, rng), told(other, rng), label


def random_intervention(rng: random.Random) -> tuple[str, ...]:
    return (rng.choice(DRUGS),) if rng.random() < 0.5 else rng.choice(OTHER_INTERVENTIONS)


def random_finding(rng: random.Random, besides: Told | None = None) -> Told:
    """Any finding; not of the outcome of `besides`."""
    is_wanted = rng.random() < 0.4
    outcomes = [one for one in (WANTED if is_wanted else UNWANTED) if not besides or one != besides.outcome]
    people = rng.choice(("", *POPULATIONS))
    saw = rng.choice((HELPS, HELPS, NOTHING, NOTHING, HARMS))
    return Told(random_intervention(rng), rng.choice(outcomes), is_wanted, people, saw)


def told(finding: Told, rng: random.Random) -> str:
    """A sentence of a finding, and sometimes in it what became of a further outcome."""
    lead = rng.choice(LEADS)
    main = clause(finding, rng)
    if rng.random() < 0.25:
        further = random_finding(rng, besides=finding)
        aside = clause(replace(further, intervention=finding.intervention, people=""), rng)
        although = rng.choice(("although", "while", "even though"))
        if rng.random() < 0.5:
            return f"{capital(although)} {aside}, {main}."
        main = f"{main}, {although} {aside}"
    return f"{capital(lead + main)}."


def clause(finding: Told, rng: random.Random) -> str:
    forms = TELLING[finding.saw, finding.is_wanted]
    if finding.saw == NOTHING:
        forms += TELLING_NOTHING
    people = finding.people and rng.random() < 0.7 and finding.people
    form = rng.choice(forms)
    if "{p} who" in form and not people:
        form = form.replace("{p} who", " in those who")
    return form.format(
        i=rng.choice(finding.intervention),
        o=rng.choice(finding.outcome),
        c=rng.choice(COMPARATORS),
        p=f" in {people}" if people else "",
        p0=people or "patients",
        n=rng.randrange(11, 70),
        d=rng.randrange(1, 5),
    )
