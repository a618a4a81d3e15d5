// The page as a whole: who is looking at what, and what happens when something happens.

import { askPerson, chooseChat, toast } from "./dialogs.js";
import { Pane } from "./pane.js";
import { drawChats, drawPeople } from "./sidebar.js";
import { chatsOf, follow, isIn, load, onChange, post, store, titleOf } from "./store.js";
import { words } from "./words.js";

const RING_MS = 1200;
const HELD_MS = 700; // how long a finger that is down holds up the drawing, at most
const CLICK_MS = 30; // and after it was let go, until its click has come

const app = document.getElementById("app");
const phone = matchMedia("(max-width: 719px)");
const wide = matchMedia("(min-width: 1200px)");
const view = { person: null, chat: null, threads: new Map(), lastGroup: new Map() };
const ringing = new Set();

const hands = {
  back: () => look({ chat: null }),
  go: (chat, thread) => look({ chat, thread }),
  link: openLink,
};
const left = new Pane("left", { ...hands, other: () => otherFor(left) });
const right = new Pane("right", { ...hands, other: () => otherFor(right) });
document.getElementById("panes").append(left.node, right.node);

/** Look somewhere else; the address follows. */
function look({ person = view.person, chat = view.chat, thread }) {
  if (thread !== undefined) view.threads.set(chat, thread);
  const address = new URLSearchParams({ person });
  if (chat) address.set("chat", chat);
  if (chat && view.threads.has(chat)) address.set("thread", view.threads.get(chat));
  if (`#${address}` === location.hash) draw();
  else location.hash = address;
}

function readAddress() {
  const address = new URLSearchParams(location.hash.slice(1));
  view.person = Number(address.get("person")) || null;
  view.chat = Number(address.get("chat")) || null;
  if (address.has("thread")) view.threads.set(view.chat, Number(address.get("thread")));
}

/** Be somebody else, in the same place if they are there too. */
function be(person) {
  const chat = store.chats.get(view.chat);
  if (!chat) look({ person, chat: null });
  else if (chat.type === "private") look({ person, chat: person });
  else look({ person, chat: isIn(chat, person) ? chat.id : null });
}

function groupOf(person) {
  const last = store.chats.get(view.lastGroup.get(person));
  if (last && isIn(last, person) && !last.migrated_to) return last;
  return chatsOf(person).find((chat) => chat.type !== "private") ?? null;
}

function otherFor(pane) {
  if (wide.matches || !pane.chat) return null;
  return pane.chat.type === "private" ? groupOf(view.person) : store.chats.get(view.person);
}

/** What each pane shows: on a wide screen the group and the private chat, else the chosen chat. */
function panes() {
  const chosen = store.chats.get(view.chat) ?? null;
  if (wide.matches) {
    const group = chosen && chosen.type !== "private" ? chosen : groupOf(view.person);
    return [group, store.chats.get(view.person)];
  }
  return [chosen ?? (phone.matches ? null : store.chats.get(view.person)), null];
}

function settle() {
  if (!store.people.has(view.person)) view.person = store.people.keys().next().value;
  let chat = store.chats.get(view.chat);
  if (chat?.migrated_to) chat = store.chats.get(chat.migrated_to);
  view.chat = chat && isIn(chat, view.person) ? chat.id : null;
  if (chat && chat.type !== "private" && view.chat) view.lastGroup.set(view.person, chat.id);
}

function draw() {
  if (!store.ready) return;
  settle();
  const person = store.people.get(view.person);
  const [first, second] = panes();
  app.dataset.open = view.chat ? "chat" : "list";
  drawPeople(document.getElementById("people"), view.person, ringing, { be, add: addPerson });
  const shown = [first?.id, second?.id].filter(Boolean);
  drawChats(document.getElementById("chats"), person, phone.matches ? [] : shown, { go: (chat) => hands.go(chat) });
  left.show(first, person, first && view.threads.get(first.id));
  right.show(second, person);
  document.title = `${titleOf(first ?? store.chats.get(view.person))} · ${person.first_name}`;
  markRead(shown);
}

function markRead(shown) {
  if (document.hidden) return;
  for (const id of shown) {
    const chat = store.chats.get(id);
    if (!chat.unread[view.person]) continue;
    chat.unread[view.person] = 0;
    post("read", { person: view.person, chat: id }).catch(() => {});
    drawSoon();
  }
}

let drawing = false;
let held = 0;

/** Draw at the next frame; not under a finger that is down: a button replaced before it is let go hears no click. */
function drawSoon() {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(drawWhenLetGo);
}

function drawWhenLetGo() {
  const wait = held - performance.now();
  if (wait > 0) return setTimeout(drawWhenLetGo, Math.min(wait, CLICK_MS));
  drawing = false;
  draw();
}

function ring(event) {
  const chat = store.chats.get(event.chat);
  const seen = new Set([left.chat?.id, right.chat?.id]);
  if (!chat || event.message.silent) return;
  for (const member of Object.keys(chat.members).map(Number)) {
    if (member === event.message.from.id || !store.people.has(member)) continue;
    if (member === view.person && seen.has(chat.id) && !document.hidden) continue;
    ringing.add(member);
    setTimeout(() => ringing.delete(member) && drawSoon(), RING_MS);
  }
}

async function openLink(person, url) {
  try {
    const led = await post("open", { person: person.id, url });
    if (led.to === "chat") look({ chat: led.chat });
    else if (led.to === "web") window.open(led.url, "_blank", "noreferrer");
    else {
      const groups = chatsOf(person.id).filter((chat) => chat.type !== "private");
      const add = (chat) => post("open", { person: person.id, url, chat: chat.id }).then(() => look({ chat: chat.id }), fail);
      chooseChat(words.choose, groups, titleOf, add);
    }
  } catch (error) {
    fail(error);
  }
}

function fail(error) {
  toast(error.message);
}

function addPerson() {
  askPerson(async (who) => {
    try {
      const person = await post("people", who);
      await load();
      look({ person: person.id, chat: null });
    } catch (error) {
      fail(error);
    }
  });
}

onChange((event) => {
  const offline = document.getElementById("offline");
  offline.hidden = store.online;
  offline.textContent = words.offline;
  if (event?.kind === "message") ring(event);
  drawSoon();
});
addEventListener("hashchange", () => {
  readAddress();
  draw();
});
addEventListener("pointerdown", () => (held = performance.now() + HELD_MS), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (held = performance.now() + CLICK_MS), true);
for (const change of [phone, wide]) change.addEventListener("change", drawSoon);
document.addEventListener("visibilitychange", drawSoon);

document.title = words.title;
document.documentElement.lang = navigator.language || "ru";
readAddress();
follow();
