"""From a question to the evidence of each handbook: what it says on the matter, or that it is silent."""
