"""The one reader of clinical text: words, names, sentences, negation, quantities, questions."""
