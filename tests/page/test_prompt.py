from playground.page.prompt import TRIGGER_HELP


def test_the_help_says_from_where_on_the_constraint_has_to_match() -> None:
    assert "from the first character of the trigger on" in TRIGGER_HELP
    assert "first group that is not empty" in TRIGGER_HELP
