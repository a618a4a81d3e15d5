// One chat on the screen: header, topics, messages, composer.

import { avatar, badge, fill, h, icon } from "./dom.js";
import { alertBox, menu, toast } from "./dialogs.js";
import { Composer, description } from "./composer.js";
import { botAvatar, dayOf, messageNode, serviceText, summary } from "./message.js";
import { get, loadOlder, nameOf, post, store, titleOf } from "./store.js";
import { words } from "./words.js";

const RUN_SECONDS = 300;
const GENERAL = 1;

const inTopic = (thread) => (message) => (message.message_thread_id ?? GENERAL) === thread;

/** A pane. hands: {back(), go(chat), link(person, url), other(): the chat on the other side or null}. */
export class Pane {
  constructor(side, hands) {
    this.hands = hands;
    this.chat = null;
    this.person = null;
    this.drawn = new Map();
    this.atEnd = true;
    this.head = h("header", { class: "head" });
    this.topics = h("div", { class: "topics", role: "tablist", hidden: true });
    this.list = h("div", { class: "list", role: "log", "aria-live": "off", tabindex: -1 });
    this.scroller = h("div", { class: "scroller", "data-testid": "scroller" }, this.list);
    this.down = h("button", { class: "down", type: "button", title: words.down, "aria-label": words.down, hidden: true, onclick: () => this.toEnd(true) }, icon("down"));
    this.composer = new Composer({ fail: (error) => toast(error.message), sent: () => this.toEnd(true) });
    this.node = h("section", { class: `pane ${side}`, "data-testid": "pane" }, this.head, this.topics, h("div", { class: "middle" }, this.scroller, this.down), this.composer.node);
    this.scroller.addEventListener("scroll", () => this.scrolled());
    new ResizeObserver(() => this.atEnd && this.toEnd(false)).observe(this.scroller);
    new ResizeObserver(() => this.atEnd && this.toEnd(false)).observe(this.list);
  }

  /** Show this chat as this person sees it; null hides the pane. */
  show(chat, person, thread) {
    this.node.hidden = chat === null;
    if (!chat) {
      this.chat = null;
      return;
    }
    const key = `${person.id}/${chat.id}/${thread ?? ""}`;
    const fresh = key !== this.key;
    this.key = key;
    Object.assign(this, { chat, person, thread: chat.is_forum ? thread ?? GENERAL : null });
    this.node.dataset.chat = chat.id;
    this.node.dataset.person = person.id;
    if (fresh) {
      this.drawn.clear();
      this.atEnd = true;
      this.loading = false;
    }
    this.drawHead();
    this.drawTopics();
    this.drawList(fresh);
    this.composer.show(chat, person, this.thread === GENERAL ? null : this.thread);
    if (this.atEnd) this.toEnd(false);
  }

  drawHead() {
    const { chat, person } = this;
    const isPrivate = chat.type === "private";
    const people = Object.values(chat.members).filter((status) => status !== "left" && status !== "kicked").length;
    const face = isPrivate ? botAvatar() : avatar(chat.id, chat.title, chat.is_forum ? "forum" : "group");
    const note = isPrivate ? words.onlyYou(nameOf(person)) : words.members(people);
    fill(
      this.head,
      h("button", { class: "tool back", type: "button", title: words.back, "aria-label": words.back, "data-testid": "back", "data-key": "back", onclick: this.hands.back }, icon("back")),
      face,
      h("div", { class: "head-title" }, h("h2", {}, titleOf(chat)), h("small", {}, note)),
      this.switchNode(),
      h("button", { class: "tool", type: "button", title: words.more, "aria-label": words.more, "aria-haspopup": "menu", "data-testid": "more", "data-key": "more", onclick: (event) => this.chatMenu(event) }, icon("more")),
    );
  }

  switchNode() {
    const other = this.hands.other();
    if (!other) return null;
    const isPrivate = other.type === "private";
    const unread = other.unread[this.person.id] ?? 0;
    return h(
      "button",
      { class: "switch", type: "button", "data-testid": "switch", "data-key": "switch", "data-to": other.id, "aria-label": titleOf(other), onclick: () => this.hands.go(other.id) },
      isPrivate ? botAvatar() : avatar(other.id, other.title, "group"),
      h("span", {}, titleOf(other)),
      badge(unread, words.unread(unread)),
    );
  }

  drawTopics() {
    const { chat } = this;
    this.topics.hidden = !chat.is_forum;
    if (!chat.is_forum) return;
    fill(
      this.topics,
      chat.topics.map((topic) =>
        h(
          "button",
          { type: "button", role: "tab", class: "topic", "aria-selected": String(topic.id === this.thread), "data-topic": topic.id, "data-key": `topic-${topic.id}`, onclick: () => this.hands.go(chat.id, topic.id) },
          topic.closed && icon("lock"),
          topic.name,
        ),
      ),
    );
  }

  messages() {
    const all = [...this.chat.messages.values()];
    return this.chat.is_forum ? all.filter(inTopic(this.thread)) : all;
  }

  drawList(fresh) {
    const messages = this.messages();
    const nodes = [];
    const drawn = new Map();
    messages.forEach((message, index) => {
      const before = messages[index - 1];
      const after = messages[index + 1];
      if (message.date && (!before || dayOf(before.date) !== dayOf(message.date))) nodes.push(h("div", { class: "day" }, h("span", {}, dayOf(message.date))));
      const look = {
        mine: message.from.id === this.person.id,
        first: !sameRun(before, message),
        last: !sameRun(message, after),
        faces: this.chat.type !== "private",
      };
      const sign = `${look.mine}${look.first}${look.last}`;
      const old = this.drawn.get(message.message_id);
      const kept = old && old.message === message && old.sign === sign;
      const node = kept ? old.node : messageNode(message, look, this.messageHands());
      if (!kept && !fresh) node.classList.add(old ? (old.message === message ? "still" : "changed") : "new");
      drawn.set(message.message_id, { message, sign, node });
      nodes.push(node);
    });
    this.drawn = drawn;
    if (!messages.some((message) => message.date)) nodes.push(this.emptyNode());
    place(this.list, nodes);
  }

  emptyNode() {
    if (this.chat.type !== "private") return h("div", { class: "hint" }, h("b", {}, words.empty), h("span", {}, words.emptyHint));
    return h("div", { class: "hint", "data-testid": "description" }, botAvatar(), h("b", {}, words.what), h("span", {}, description(this.person)));
  }

  messageHands() {
    const { chat, person, thread } = this;
    return {
      command: (text) => post("say", { person: person.id, chat: chat.id, text, thread: thread === GENERAL ? null : thread }).then(() => this.toEnd(true), (error) => toast(error.message)),
      link: (url) => this.hands.link(person, url),
      press: (message, data, node) => press(person, chat, message, data, node, this.hands.link),
      copy: (text) => copy(text),
      menu: (message, event) => this.messageMenu(message, event),
    };
  }

  messageMenu(message, event) {
    if (serviceText(message) !== null) return;
    const { chat, person } = this;
    const may = chat.type === "private" || message.from.id === person.id || ["creator", "administrator"].includes(chat.members[person.id]);
    const remove = () => post("delete", { person: person.id, chat: chat.id, message_id: message.message_id }).catch((error) => toast(error.message));
    const items = [
      [words.reply, () => this.composer.setReply(message, nameOf(message.from), summary(message))],
      message.text && [words.copy, () => copy(message.text)],
      may && [words.remove, remove, true],
    ];
    menu(items, event.clientX, event.clientY);
  }

  chatMenu(event) {
    const { chat, person } = this;
    const box = event.currentTarget.getBoundingClientRect();
    const fail = (error) => toast(error.message);
    if (chat.type === "private") {
      const act = chat.blocked ? "unblock" : "block";
      menu([[words[act], () => post(act, { person: person.id }).catch(fail), !chat.blocked]], box.right, box.bottom);
      return;
    }
    const bot = chat.members[store.bot.id] ?? "left";
    const tell = (label, action, danger) => [label, () => post("bot", { chat: chat.id, by: person.id, action }).catch(fail), danger];
    const inside = bot !== "left" && bot !== "kicked";
    menu(
      [
        !inside && tell(words.botAdd, "add"),
        inside && (bot === "administrator" ? tell(words.botDemote, "demote") : tell(words.botPromote, "promote")),
        inside && (bot === "restricted" ? tell(words.botUnrestrict, "unrestrict") : tell(words.botRestrict, "restrict")),
        inside && tell(words.botRemove, "kick", true),
      ],
      box.right,
      box.bottom,
    );
  }

  async scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.atEnd = scrollHeight - scrollTop - clientHeight < 60;
    this.down.hidden = this.atEnd;
    if (scrollTop > 30 || this.loading || this.chat.messages.size < 80) return;
    this.loading = true;
    const more = await loadOlder(this.person.id, this.chat, this.chat.messages.size + 100).catch(() => false);
    if (more) requestAnimationFrame(() => { this.scroller.scrollTop = this.scroller.scrollHeight - scrollHeight; });
    this.loading = !more;
  }

  toEnd(always) {
    if (always) this.atEnd = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.down.hidden = true;
  }
}

function sameRun(a, b) {
  return Boolean(a && b) && a.from.id === b.from.id && b.date - a.date < RUN_SECONDS && serviceText(a) === null && serviceText(b) === null && !a.reply_markup;
}

/** Put nodes in order with as few moves as needed: a moved element would lose its focus. */
function place(container, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...container.children]) if (!wanted.has(child)) child.remove();
  nodes.forEach((node, index) => {
    if (container.children[index] !== node) container.insertBefore(node, container.children[index] ?? null);
  });
}

async function copy(text) {
  await navigator.clipboard?.writeText(text);
  toast(words.copied);
}

async function press(person, chat, message, data, node, link) {
  if (node.classList.contains("waiting")) return;
  node.classList.add("waiting");
  try {
    const { callback_query_id: id } = await post("press", { person: person.id, chat: chat.id, message_id: message.message_id, data });
    const { answer } = await get(`callbacks/${id}?wait=16`);
    if (!answer) toast(words.noAnswer, person);
    else if (answer.url) link(person, answer.url);
    else if (answer.text && answer.show_alert) alertBox(answer.text, person);
    else if (answer.text) toast(answer.text, person);
  } catch (error) {
    toast(error.message, person);
  } finally {
    node.classList.remove("waiting");
  }
}
