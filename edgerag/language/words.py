"""Words of clinical English: stems, synonyms, negation.

Small lists, on purpose: they rank sentences and raise doubts about a generated one. A gap
costs a worse ranking or one needless fall-back to a quotation, never a wrong quotation.
"""

from __future__ import annotations

import re
from functools import lru_cache
from threading import local
from typing import Final

import Stemmer

from edgerag.domain.letters import LETTERS
from edgerag.language.spelling import spelling
from edgerag.language.text import fold

WORD = re.compile(r"[^\W\d_]+(?:['’][a-z]+)?|\d+(?:[.,]\d+)*", re.IGNORECASE)
"""A run of letters, or a number; "40mg" is two words, "1,000" and "0.5" are one."""

_STOP_WORDS_TEXT = """
a about after all an and any are as at be been before but by can could did do does during each for from
get gets given goes had has have how i if in into is it its long many may more most much must need needs
no not of often on once one or other out patient patients put receive received recommended same shall should
so soon some start such take taken than that the their them then there these they this to under until up
use used was were what when where which while who whose why will with without would you your
"""
STOP_WORDS = frozenset(_STOP_WORDS_TEXT.split())
"""Words that say nothing about what a question is about."""

_SYNONYMS = """
adrenaline epinephrine
antiretroviral antiretrovirals art arv arvs haart
tuberculosis tb
paracetamol acetaminophen
prednisone prednisolone
hypertension hypertensive pressure
newborn neonate neonatal baby infant babies infants
woman women mother mothers female maternal
pregnant pregnancy antenatal gestation
child children paediatric pediatric
intramuscular im
intravenous iv
oral po orally mouth
subcutaneous sc
suture suturing sutured stitch stitched stitching close closed closure
wash washed washing irrigate irrigated irrigation rinse flush
bite bites bitten sting laceration
overdose poisoning poison swallowed ingestion ingested
depo medroxyprogesterone dmpa provera petogen
retreatment retreated previously
urethritis urethral
gonorrhoea gonococcal gonorrhea
penicillin benzylpenicillin
first initial preferred choice firstline
dose doses dosage
drug drugs medicine medicines medication
inject injected injection injections injectable depot
continue continued continuing maintain maintenance
muac circumference arm
malnutrition malnourished sam mam underweight
rehydration ors dehydration sss
magnesium mgso
folate folic
anaemia anemia haemoglobin hb
syphilis rpr vdrl
seizure convulsion fit fits seizures convulsions
diarrhoea diarrhea
fever temperature febrile
prevention prevent prophylaxis preventive prophylactic
immunoglobulin immune globulin
repeat repeated again
snake snakebite
fluid fluids
weeks wks weekly
eligible eligibility initiate initiated initiation initiating commence commenced commencing start
teaspoon teaspoons tsp measure measures
malaria falciparum
remission recovery recovered ceased gone
kill disinfect
refer referral referred
breastfeeding breastfeed lactation
"""


_WORDS_KEPT: Final = 1 << 16
_THREAD: Final = local()
"""Holds a stemmer for each thread: one stemmer may not be used by two at once."""


@lru_cache(maxsize=_WORDS_KEPT)
def stem(word: str) -> str:
    """Cut a word's endings as the word index does, so that "injections" meets "injection"."""
    if not hasattr(_THREAD, "stemmer"):
        _THREAD.stemmer = Stemmer.Stemmer("english", 0)
    return str(_THREAD.stemmer.stemWord(word))


def _groups() -> dict[str, str]:
    return {
        stem(word): stem(line.split()[0]) for line in _SYNONYMS.strip().splitlines() for word in line.split()
    }


_CONCEPT = _groups()


@lru_cache(maxsize=1 << 15)
def concept(word: str) -> str:
    """Give one name to a word, its inflections and its synonyms; `word` is folded."""
    stemmed = stem(word)
    return _CONCEPT.get(stemmed, stemmed)


def folded_words(text: str) -> list[str]:
    """Give the words of a text, without its numbers, each in the form that all its spellings share."""
    return [spelling(word) for word in LETTERS.findall(text)]


def words(text: str) -> list[str]:
    """List the folded words of `text` in order, numbers included."""
    return WORD.findall(fold(text))


def content_concepts(text: str) -> list[str]:
    """List the concepts of a text's words in order, whatever their spelling, without stop words."""
    return [concept(spelling(word)) for word in words(text) if word not in STOP_WORDS]


def concepts(text: str) -> set[str]:
    """Say what `text` is about: the concepts of its words that are not stop words."""
    return {concept(word) for word in words(text) if word not in STOP_WORDS}


_UNITS_TEXT = """
mg ml mcg µg μg ug microgram micrograms milligram milligrams gram grams gm g kg kilogram kilograms l liter
liters litre litres lit iu u mu unit units mmol meq mmhg cm mm % tab tabs tablet tablets capsule capsules
cap caps drop drops puff puffs sachet sachets ampoule ampoules ampule ampules amp amps vial vials teaspoon
teaspoons tsp tablespoon tablespoons cup cups glass glasses measure measures bottle bottles dose doses
"""
UNITS: Final = frozenset(_UNITS_TEXT.split())
"""What an amount is counted in, as it is written in handbooks, folded."""
_TIME_UNITS_TEXT = """
second seconds sec secs min mins minute minutes hour hours hr hrs hourly day days daily week weeks wk wks
weekly month months monthly year years yr yrs
"""
TIME_UNITS: Final = frozenset(_TIME_UNITS_TEXT.split())
_NUMBERS_TEXT = "half one two three four five six seven eight nine ten twelve single"
NUMBER_WORDS: Final = frozenset(_NUMBERS_TEXT.split())
