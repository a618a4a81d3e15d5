"""Telegram's HTML: what it takes and how it words what it does not."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.entities import BadLink, Entity, check_link, recognise, trim, utf16_length
from bot.sandbox.markup import MarkupError, parse_html


@pytest.mark.parametrize(
    ("tag", "kind"),
    [
        ("b", "bold"),
        ("strong", "bold"),
        ("i", "italic"),
        ("em", "italic"),
        ("u", "underline"),
        ("ins", "underline"),
        ("s", "strikethrough"),
        ("strike", "strikethrough"),
        ("del", "strikethrough"),
        ("code", "code"),
        ("pre", "pre"),
        ("tg-spoiler", "spoiler"),
        ("blockquote", "blockquote"),
        ("B", "bold"),
    ],
)
def test_each_documented_tag_makes_its_entity(tag: str, kind: str) -> None:
    assert parse_html(f"a<{tag}>бв</{tag}>") == ("aбв", (Entity(kind, 1, 2),))


@pytest.mark.parametrize(
    ("source", "entities"),
    [
        ('<span class="tg-spoiler">x</span>', (Entity("spoiler", 0, 1),)),
        ("<blockquote expandable>x</blockquote>", (Entity("expandable_blockquote", 0, 1),)),
        ('<blockquote expandable="">x</blockquote>', (Entity("expandable_blockquote", 0, 1),)),
        ('<a href="https://t.me/x?a=1&amp;b=2">x</a>', (Entity("text_link", 0, 1, "https://t.me/x?a=1&b=2"),)),
        ("<a href = 'tg://user?id=1' title=x >x</a>", (Entity("text_link", 0, 1, "tg://user?id=1"),)),
        ("<a>t.me/x</a>", (Entity("text_link", 0, 6, "http://t.me/x"),)),
        ('<a href="nowhere">x</a>', ()),
        ('<pre><code class="language-py">x</code></pre>', (Entity("pre", 0, 1, "py"),)),
        ('<code class="language-py"><pre>x</pre></code>', (Entity("pre", 0, 1, "py"),)),
        ('<code class="language-py">x</code>', (Entity("code", 0, 1),)),
        ("<pre><code>x</code></pre>", (Entity("code", 0, 1), Entity("pre", 0, 1))),
        ("<b><i>x</i>y</b>", (Entity("bold", 0, 2), Entity("italic", 0, 1))),
        ("<b></b>x", ()),
        ("<b>x</>", (Entity("bold", 0, 1),)),
        ("<b>x</b >", (Entity("bold", 0, 1),)),
    ],
)
def test_attributes_and_nesting(source: str, entities: tuple[Entity, ...]) -> None:
    assert parse_html(source)[1] == entities


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("&lt;b&gt; &amp;&quot;", '<b> &"'),
        ("&#9829;&#x2665;&#9824", "♥♥♠"),
        ("&nbsp; &; & &#; &#x; &#0; &#xD800; &#99999999999;", "&nbsp; &; & &#; &#x; &#0; &#xD800; &#99999999999;"),
        ("a > b", "a > b"),
        ("a\0b", "a b"),
    ],
)
def test_references(source: str, plain: str) -> None:
    assert parse_html(source)[0] == plain


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("я<br>", 'Unsupported start tag "br" at byte offset 2'),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("x <b", "Unclosed start tag at byte offset 2"),
        ("<a href", 'Unclosed start tag "a" at byte offset 0'),
        ("<a ", 'Unclosed start tag "a" at byte offset 0'),
        ("<a href=", 'Unclosed start tag "a" at byte offset 0'),
        ('<a href="x"', "Unclosed start tag at byte offset 0"),
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ("<a href=x", "Unclosed start tag at byte offset 0"),
        ('<a ="x">y</a>', 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<a href=x/>y</a>", "Unexpected end of name token at byte offset 8"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ('<span class="tg-other">x</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<i><b>x</b>", 'Can\'t find end tag corresponding to start tag "i"'),
    ],
)
def test_what_does_not_parse_is_refused_in_telegrams_words(source: str, message: str) -> None:
    with pytest.raises(MarkupError) as refused:
        parse_html(source)
    assert str(refused.value) == message


@given(st.text())
def test_escaped_text_comes_back_as_it_was(text: str) -> None:
    assert parse_html(html.escape(text.replace("\0", ""), quote=True).replace("&#x27;", "'"))[0] == text.replace(
        "\0", ""
    )


@given(st.text(alphabet="ab<>/&;#x\"'= \nя♥🃏bipre", max_size=40))
def test_any_text_parses_or_is_refused(text: str) -> None:
    try:
        plain, entities = parse_html(text)
    except MarkupError:
        return
    assert all(0 <= entity.offset < entity.end <= utf16_length(plain) for entity in entities)


_TREE = st.recursive(
    st.text(alphabet="ab &<♥🃏\n", min_size=1, max_size=6).map(html.escape),
    lambda inner: st.tuples(
        st.sampled_from(["b", "i", "u", "s", "tg-spoiler", "blockquote"]), st.lists(inner, max_size=3)
    ).map(lambda node: f"<{node[0]}>{''.join(node[1])}</{node[0]}>"),
    max_leaves=12,
)


@given(_TREE)
def test_offsets_are_utf16_and_entities_nest(source: str) -> None:
    plain, entities = parse_html(source)
    size = len(plain.encode("utf-16-le")) // 2
    for entity in entities:
        assert 0 <= entity.offset < entity.end <= size
    for outer in entities:
        for inner in entities:
            apart = inner.offset >= outer.end or outer.offset >= inner.end
            within = (outer.offset <= inner.offset and inner.end <= outer.end) or (
                inner.offset <= outer.offset and outer.end <= inner.end
            )
            assert apart or within


def test_blanks_around_are_trimmed_but_not_those_inside_an_entity() -> None:
    assert trim(" \n x \n", ()) == ("x", ())
    assert trim("  ab  ", [Entity("bold", 1, 4)]) == (" ab", (Entity("bold", 0, 3),))
    assert trim("a  ", [Entity("bold", 1, 2)]) == ("a", ())


def test_commands_mentions_and_addresses_are_recognised() -> None:
    text = "/kozel@kozel_sandbox_bot а /x, @anya t.me/a https://a.ru/b. a/b mail@x.ru 1.5"
    kinds = [(found.type, text[found.offset : found.end]) for found in recognise(text)]
    assert kinds == [
        ("bot_command", "/kozel@kozel_sandbox_bot"),
        ("bot_command", "/x"),
        ("mention", "@anya"),
        ("url", "t.me/a"),
        ("url", "https://a.ru/b"),
    ]


def test_nothing_is_recognised_in_code_and_links() -> None:
    assert recognise("/kozel", [Entity("code", 0, 6)]) == (Entity("code", 0, 6),)
    assert utf16_length("🃏♥a") == 4


def test_only_a_hundred_entities_are_kept() -> None:
    assert len(parse_html("<b>x</b><i>y</i>" * 60)[1]) == 100


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("", "URL host is empty"),
        ("https://", "URL host is empty"),
        ("ftp://a.ru", "Unsupported URL protocol"),
        ("http://localhost/x", "Wrong HTTP URL"),
        ("http://a b.ru", "Wrong HTTP URL"),
        ("http://[", "Wrong HTTP URL"),
    ],
)
def test_addresses_that_telegram_does_not_open(address: str, reason: str) -> None:
    with pytest.raises(BadLink, match=reason):
        check_link(address)
