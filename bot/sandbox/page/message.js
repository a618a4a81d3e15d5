// One message as it looks: bubble, formatting, keyboard, service line.

import { avatar, h, icon } from "./dom.js";
import { nameOf, store } from "./store.js";
import { formatted, withCards } from "./text.js";
import { language, words } from "./words.js";

const SHADES = 7;

export function timeOf(seconds) {
  return new Date(seconds * 1000).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
}

/** The day as a line between messages; nothing for messages from before time began (the forum's own). */
export function dayOf(seconds) {
  const day = new Date(seconds * 1000);
  if (day.toDateString() === new Date().toDateString()) return words.today;
  return day.toLocaleDateString(language, { day: "numeric", month: "long" });
}

/** What a service message says, or null. */
export function serviceText(message) {
  const by = nameOf(message.from);
  if (message.new_chat_members) return words.joined(by, message.new_chat_members.map(nameOf));
  if (message.left_chat_member) return words.left(nameOf(message.left_chat_member));
  if (message.migrate_to_chat_id || message.migrate_from_chat_id) return words.upgraded;
  if (message.forum_topic_created) return words.topicMade(message.forum_topic_created.name);
  if (message.forum_topic_closed) return words.topicClosed;
  if (message.forum_topic_reopened) return words.topicOpened;
  return null;
}

/** A message in one line, for lists. */
export function summary(message) {
  const text = message.text ?? message.caption ?? message.document?.file_name ?? (message.photo && words.photo) ?? serviceText(message) ?? "";
  return text.replace(/\s+/g, " ").slice(0, 120);
}

/**
 * The element of a message.
 *
 * look: {mine, first, last, faces}: whether it is the viewer's own, begins and ends a run of one sender's messages, and
 * whether senders are shown. hands: {person, command, link, press, menu}.
 */
export function messageNode(message, look, hands) {
  const service = serviceText(message);
  const attributes = { "data-message": message.message_id, "data-testid": "message", role: "article" };
  if (service !== null) return h("div", { ...attributes, class: "service" }, h("span", {}, withCards(service)));
  const isBot = message.from.is_bot;
  const classes = ["message", look.mine && "mine", look.first && "first", look.last && "last", isBot && "from-bot"];
  const face = look.faces && !look.mine
    ? h("span", { class: "face" }, look.last && avatar(message.from.id, nameOf(message.from), isBot ? "bot" : "person"))
    : null;
  const keyboard = message.reply_markup ? keyboardNode(message, hands) : null;
  const body = h("div", { class: keyboard ? "body with-keyboard" : "body" }, bubble(message, look, hands), keyboard);
  const node = h("div", { ...attributes, class: classes.filter(Boolean).join(" ") }, face, body);
  node.addEventListener("contextmenu", (event) => {
    if (event.target.closest("a")) return;
    event.preventDefault();
    hands.menu(message, event);
  });
  return node;
}

function bubble(message, look, hands) {
  const isBot = message.from.is_bot;
  const sender = look.faces && !look.mine && look.first
    ? h("div", { class: "sender", "data-shade": isBot ? "bot" : message.from.id % SHADES }, nameOf(message.from), isBot && h("small", {}, words.bot))
    : null;
  const text = message.text ?? message.caption;
  const entities = message.entities ?? message.caption_entities;
  const keyed = { ...hands, key: `${message.chat.id}/${message.message_id}` };
  return h(
    "div",
    { class: "bubble" },
    sender,
    replyNode(message),
    message.document && documentNode(message.document),
    message.photo && photoNode(message.photo.at(-1)),
    text && h("div", { class: "text", dir: "auto" }, formatted(text, entities, keyed)),
    h("span", { class: "when" }, message.edit_date ? `${words.edited} ` : null, timeOf(message.date)),
  );
}

function replyNode(message) {
  const reply = message.reply_to_message;
  if (!reply || reply.forum_topic_created) return null;
  return h("div", { class: "reply" }, h("b", {}, nameOf(reply.from)), h("span", {}, summary(reply)));
}

function documentNode(file) {
  const size = file.file_size < 1024 ? `${file.file_size} B` : `${(file.file_size / 1024).toFixed(1)} kB`;
  return h(
    "a",
    { class: "document", href: `/sandbox/files/${encodeURIComponent(file.file_id)}`, download: file.file_name },
    h("span", { class: "document-icon" }, icon("file")),
    h("span", {}, h("b", {}, file.file_name), h("small", {}, size)),
  );
}

function photoNode(size) {
  const address = `/sandbox/files/${encodeURIComponent(size.file_id)}`;
  const image = h("img", { src: address, width: size.width, height: size.height, alt: words.photo, loading: "lazy" });
  return h("a", { class: "photo", href: address, download: "photo.png" }, image);
}

function keyboardNode(message, hands) {
  const rows = message.reply_markup.inline_keyboard.map((row) =>
    h("div", { class: row.length > 3 ? "row tight" : "row" }, row.map((button) => buttonNode(message, button, hands))),
  );
  return h("div", { class: "keyboard", role: "group" }, rows);
}

function buttonNode(message, button, hands) {
  const disabled = button.disabled !== undefined;
  const node = h(
    "button",
    {
      type: "button",
      class: `key ${button.style ?? "default"}`,
      title: button.url ?? null,
      disabled,
      "data-testid": "button",
      "data-callback": button.callback_data,
      "data-url": button.url,
      "data-key": `${message.message_id}:${button.callback_data ?? button.url ?? button.text}`,
    },
    h("span", {}, withCards(button.text)),
    button.url && icon("out"),
  );
  node.addEventListener("click", () => {
    if (button.callback_data !== undefined) hands.press(message, button.callback_data, node);
    else if (button.url !== undefined) hands.link(button.url);
    else if (button.copy_text !== undefined) hands.copy(button.copy_text.text);
  });
  return node;
}

/** Who is "the bot" in a chat's header. */
export function botAvatar() {
  return avatar(store.bot.id, nameOf(store.bot), "bot");
}
