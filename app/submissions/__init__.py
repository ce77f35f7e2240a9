"""Submissions: stored before they are judged, their judgements, and news of them while they wait."""
