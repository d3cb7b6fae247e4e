from playground.constraints import Constraint
from playground.decoding import Session
from playground.page.rules import MAX_RULES, render_rules
from tests.page.html import read


def session(toy, grammar: str) -> Session:
    return Session(toy, "", Constraint("gbnf", grammar))


def test_a_diagram_for_each_rule(toy) -> None:
    panel = read(render_rules(session(toy, 'root ::= "a" num\nnum ::= [0-9]+')))
    figures = panel.all("figure")
    assert [figure.attributes["data-rule"] for figure in figures] == ["root", "num"]
    assert [figure.one("svg").attributes["aria-label"] for figure in figures] == [
        "Diagram of the rule root",
        "Diagram of the rule num",
    ]


def test_text_of_the_grammar_is_never_markup(toy) -> None:
    panel = read(render_rules(session(toy, 'root ::= "<script>alert(1)</script><img src=x>"')))
    assert panel.all("script") == panel.all("img") == []


def test_a_grammar_with_many_rules_says_what_is_left_out(toy) -> None:
    rules = [f'r{i} ::= "a" r{i + 1}' for i in range(MAX_RULES)]
    grammar = "\n".join(["root ::= r0", *rules, f'r{MAX_RULES} ::= "b"'])
    panel = read(render_rules(session(toy, grammar)))
    assert len(panel.all("figure")) == MAX_RULES
    assert panel.one("p", class_="note").text == "2 rules more, not drawn."


def test_without_a_constraint_there_are_no_rules(toy) -> None:
    assert read(render_rules(Session(toy, ""))).one("p", class_="empty").text.startswith("Compile")
