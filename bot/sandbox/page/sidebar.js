// Whom to be, and where: the people and the chats of one of them.

import { avatar, badge, fill, h, icon } from "./dom.js";
import { botAvatar, summary, timeOf } from "./message.js";
import { chatsOf, nameOf, store, titleOf } from "./store.js";
import { withCards } from "./text.js";
import { words } from "./words.js";

/** The people, as chips; ringing is a set of ids for whom something has just come. */
export function drawPeople(container, current, ringing, hands) {
  container.setAttribute("aria-label", words.people);
  const chips = [...store.people.values()].map((person) => {
    const unread = chatsOf(person.id).reduce((sum, chat) => sum + (chat.unread[person.id] ?? 0), 0);
    const chosen = person.id === current;
    return h(
      "button",
      {
        type: "button",
        class: ringing.has(person.id) ? "chip ringing" : "chip",
        "aria-pressed": String(chosen),
        "aria-label": chosen ? `${words.you}: ${nameOf(person)}` : nameOf(person),
        title: `${nameOf(person)} · ${person.language_code}`,
        "data-testid": "person",
        "data-person": person.id,
        "data-key": `person-${person.id}`,
        onclick: () => hands.be(person.id),
      },
      h("span", { class: "chip-face" }, avatar(person.id, nameOf(person)), badge(unread, words.unread(unread))),
      h("span", { class: "chip-name" }, nameOf(person)),
    );
  });
  const add = h(
    "button",
    { type: "button", class: "chip add", title: words.newPerson, "aria-label": words.newPerson, "data-testid": "new-person", "data-key": "person-new", onclick: hands.add },
    h("span", { class: "avatar plus" }, icon("plus")),
  );
  fill(container, chips, add);
  container.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The chats of one person. */
export function drawChats(container, person, shown, hands) {
  container.setAttribute("aria-label", words.chats);
  const title = h("header", { class: "chats-head" }, h("small", {}, words.you), h("h1", {}, nameOf(person)));
  const items = chatsOf(person.id).map((chat) => chatItem(chat, person, shown, hands));
  fill(container, title, h("div", { class: "chats-list" }, items), h("footer", { class: "chats-foot" }, words.foot));
}

function chatItem(chat, person, shown, hands) {
  const last = [...chat.messages.values()].findLast((message) => message.date);
  const unread = chat.unread[person.id] ?? 0;
  const isPrivate = chat.type === "private";
  const face = isPrivate ? botAvatar() : avatar(chat.id, chat.title, chat.is_forum ? "forum" : "group");
  return h(
    "button",
    {
      type: "button",
      class: "chat",
      "aria-current": shown.includes(chat.id) ? "true" : null,
      "data-testid": "chat",
      "data-chat": chat.id,
      "data-key": `chat-${chat.id}`,
      onclick: () => hands.go(chat.id),
    },
    face,
    h(
      "span",
      { class: "chat-body" },
      h("span", { class: "chat-top" }, h("b", {}, titleOf(chat)), h("time", {}, last ? timeOf(last.date) : "")),
      h("span", { class: "chat-bottom" }, h("span", { class: "chat-last" }, lastLine(chat, last, person, isPrivate)), badge(unread, words.unread(unread))),
    ),
  );
}

function lastLine(chat, last, person, isPrivate) {
  if (!last) return isPrivate && !chat.started ? words.start : words.empty;
  const by = last.from.id === person.id ? words.you : nameOf(last.from);
  const sender = isPrivate && last.from.is_bot ? null : h("span", { class: "by" }, `${by}: `);
  return [sender, ...withCards(summary(last))].filter(Boolean);
}
