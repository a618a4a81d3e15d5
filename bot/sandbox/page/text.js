// A message's text with its entities as elements. Offsets are UTF-16, as JavaScript counts.

import { h } from "./dom.js";
import { words } from "./words.js";

const CARD = /(?:10|[6-9JQKAВДКТ])?[♥♦]|[♠♣]/g;
const unfolded = new Set();
const revealed = new Set();

/** Text nodes in which suits are drawn as suits: hearts and diamonds red, with the rank before them. */
export function withCards(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(CARD)) {
    if (match.index > end) nodes.push(text.slice(end, match.index));
    const red = /[♥♦]/.test(match[0]);
    nodes.push(h("span", { class: red ? "suit red" : "suit" }, match[0]));
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push(text.slice(end));
  return nodes;
}

/** The whole text; hands are {key, command(text), link(url)}: key keeps quotes unfolded when a message is edited. */
export function formatted(text, entities, hands) {
  const sorted = [...(entities ?? [])].sort((a, b) => a.offset - b.offset || b.length - a.length);
  const fragment = document.createDocumentFragment();
  fragment.append(...branch(text, 0, text.length, sorted, hands));
  return fragment;
}

function branch(text, start, end, entities, hands) {
  const nodes = [];
  let at = start;
  while (entities.length && entities[0].offset < end) {
    const entity = entities.shift();
    const from = Math.max(entity.offset, at);
    const to = Math.min(entity.offset + entity.length, end);
    if (to <= from) continue;
    if (from > at) nodes.push(...withCards(strip(text.slice(at, from), nodes)));
    const inner = [];
    while (entities.length && entities[0].offset < to) inner.push(entities.shift());
    nodes.push(element(entity, text.slice(from, to), branch(text, from, to, inner, hands), hands));
    at = to;
  }
  if (at < end) nodes.push(...withCards(strip(text.slice(at, end), nodes)));
  return nodes;
}

// A quote is a block: the line break right after it is already there.
function strip(text, before) {
  const block = before.at(-1)?.tagName === "BLOCKQUOTE" || before.at(-1)?.tagName === "PRE";
  return block && text.startsWith("\n") ? text.slice(1) : text;
}

function element(entity, text, children, hands) {
  switch (entity.type) {
    case "bold": return h("b", {}, children);
    case "italic": return h("i", {}, children);
    case "underline": return h("u", {}, children);
    case "strikethrough": return h("s", {}, children);
    case "code": return h("code", {}, children);
    case "pre": return h("pre", {}, children);
    case "blockquote": return h("blockquote", {}, children);
    case "expandable_blockquote": return expandable(entity, children, hands);
    case "spoiler": return spoiler(entity, children, hands);
    case "bot_command": return h("button", { class: "link", type: "button", onclick: () => hands.command(text) }, text);
    case "text_link": return link(entity.url, children, hands);
    case "url": return link(text, children, hands);
    case "mention": return h("span", { class: "link" }, text);
    default: return h("span", {}, children);
  }
}

function link(url, children, hands) {
  const href = /^[a-z]+:\/\//i.test(url) ? url : `http://${url}`;
  const open = (event) => {
    event.preventDefault();
    hands.link(url);
  };
  return h("a", { href, class: "link", rel: "noreferrer", onclick: open }, children);
}

function expandable(entity, children, hands) {
  const key = `${hands.key}/${entity.offset}`;
  const open = unfolded.has(key);
  const quote = h("blockquote", { class: "expandable", "data-testid": "quote" }, h("div", { class: "folded" }, children));
  const toggle = h("button", { class: "fold", type: "button", "aria-label": words.quote, "aria-expanded": String(open) });
  const set = (now) => {
    quote.classList.toggle("open", now);
    toggle.setAttribute("aria-expanded", String(now));
    if (now) unfolded.add(key);
    else unfolded.delete(key);
  };
  quote.addEventListener("click", (event) => {
    if (!event.target.closest("a, .link")) set(!quote.classList.contains("open"));
  });
  quote.append(toggle);
  set(open);
  return quote;
}

function spoiler(entity, children, hands) {
  const key = `${hands.key}/${entity.offset}`;
  const node = h("span", { class: "spoiler", role: "button", tabindex: 0, "aria-label": words.spoiler }, h("span", {}, children));
  const show = () => {
    revealed.add(key);
    node.classList.add("open");
    for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
  };
  node.addEventListener("click", show);
  node.addEventListener("keydown", (event) => event.key === "Enter" && show());
  if (revealed.has(key)) show();
  return node;
}
