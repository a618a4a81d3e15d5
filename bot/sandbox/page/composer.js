// Where people write: text, commands, Start and Unblock.

import { fill, h, icon } from "./dom.js";
import { commandsFor, post, store } from "./store.js";
import { words } from "./words.js";

const drafts = new Map();

/** The bar below a chat. hands: {fail(error), sent()}. */
export class Composer {
  constructor(hands) {
    this.hands = hands;
    this.chat = null;
    this.person = null;
    this.thread = null;
    this.replyTo = null;
    this.chosen = 0;
    this.input = h("textarea", { rows: 1, placeholder: words.write, "aria-label": words.write, "data-testid": "compose", enterkeyhint: "send", maxlength: 4096 });
    this.slash = h("button", { class: "tool", type: "button", title: words.commands, "aria-label": words.commands, "data-testid": "commands", onclick: () => this.toggleCommands() }, icon("slash"));
    this.send = h("button", { class: "tool send", type: "submit", title: words.send, "aria-label": words.send, "data-testid": "send" }, icon("send"));
    this.form = h("form", { class: "compose" }, this.slash, this.input, this.send);
    this.reply = h("div", { class: "replying", hidden: true });
    this.list = h("div", { class: "suggestions", role: "listbox", "aria-label": words.commands, "data-testid": "suggestions", hidden: true });
    this.big = h("button", { class: "big", type: "button" });
    this.node = h("div", { class: "composer" }, this.list, this.reply, this.form, this.big);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.say(this.input.value);
    });
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.node.addEventListener("focusout", (event) => {
      if (!this.node.contains(event.relatedTarget)) this.list.hidden = true;
    });
  }

  /** Write as this person in this chat. */
  show(chat, person, thread) {
    const key = `${person.id}/${chat.id}/${thread ?? ""}`;
    if (key !== this.draftKey) {
      this.draftKey = key;
      this.input.value = drafts.get(key) ?? "";
      this.setReply(null);
      this.list.hidden = true;
      this.grow();
    }
    Object.assign(this, { chat, person, thread });
    const isPrivate = chat.type === "private";
    const closed = chat.topics.find((topic) => topic.id === (thread ?? 1))?.closed;
    const mode = isPrivate && chat.blocked ? "unblock" : isPrivate && !chat.started ? "start" : closed ? "closed" : "";
    this.form.hidden = mode !== "";
    this.big.hidden = mode === "";
    this.big.disabled = mode === "closed";
    this.big.textContent = words[mode] ?? "";
    this.big.dataset.testid = mode;
    this.big.onclick = () => post(mode, { person: person.id }).then(() => this.input.focus(), this.hands.fail);
    this.send.disabled = this.input.value.trim() === "";
  }

  setReply(message, name, text) {
    this.replyTo = message?.message_id ?? null;
    this.reply.hidden = message === null;
    if (!message) return;
    const cancel = h("button", { class: "tool", type: "button", "aria-label": words.cancel, onclick: () => this.setReply(null) }, icon("close"));
    fill(this.reply, h("div", {}, h("b", {}, name), h("span", {}, text)), cancel);
    this.input.focus();
  }

  async say(text) {
    if (text.trim() === "") return;
    const { chat, person, thread, replyTo } = this;
    this.input.value = "";
    this.setReply(null);
    this.typed();
    try {
      await post("say", { person: person.id, chat: chat.id, text, thread, reply_to: replyTo });
      this.hands.sent();
    } catch (error) {
      this.hands.fail(error);
    }
  }

  typed() {
    drafts.set(this.draftKey, this.input.value);
    this.send.disabled = this.input.value.trim() === "";
    this.grow();
    this.suggest();
  }

  grow() {
    this.input.style.height = "auto";
    if (this.input.value) this.input.style.height = `${Math.min(this.input.scrollHeight, 140)}px`;
  }

  toggleCommands() {
    if (this.list.hidden && this.input.value === "") this.input.value = "/";
    else if (this.input.value === "/") this.input.value = "";
    this.input.focus();
    this.typed();
  }

  suggest() {
    const typed = /^\/([a-z0-9_]*)$/.exec(this.input.value);
    const found = typed ? commandsFor(this.chat, this.person).filter((item) => item.command.startsWith(typed[1])) : [];
    this.list.hidden = found.length === 0;
    this.chosen = 0;
    fill(this.list, found.map((item, index) => this.suggestion(item, index)));
  }

  suggestion(item, index) {
    // In a group a command names the bot, as Telegram's applications write it when there are other bots.
    return h(
      "button",
      { type: "button", role: "option", class: "suggestion", "aria-selected": String(index === 0), "data-command": item.command, onclick: () => this.say(`/${item.command}`) },
      h("b", {}, `/${item.command}`),
      h("span", {}, item.description),
    );
  }

  key(event) {
    const options = this.list.hidden ? [] : [...this.list.children];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (options.length && step) {
      this.chosen = (this.chosen + step + options.length) % options.length;
      options.forEach((option, index) => option.setAttribute("aria-selected", String(index === this.chosen)));
      options[this.chosen].scrollIntoView({ block: "nearest" });
    } else if (event.key === "Escape" && (options.length || this.replyTo)) {
      this.list.hidden = true;
      this.setReply(null);
    } else if (event.key === "Tab" && options.length) {
      this.input.value = `/${options[this.chosen].dataset.command} `;
      this.typed();
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      if (options.length && this.input.value !== `/${options[this.chosen].dataset.command}`) options[this.chosen].click();
      else this.say(this.input.value);
    } else return;
    event.preventDefault();
  }
}

/** The bot's description in the language of a person. */
export function description(person) {
  return store.descriptions[person.language_code.slice(0, 2)] ?? store.descriptions[""] ?? words.noDescription;
}
