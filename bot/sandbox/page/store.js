// What the page knows, and how it learns: one load, then events. Everything here survives losing the connection.

const listeners = new Set();

export const store = {
  ready: false,
  online: true,
  bot: null,
  people: new Map(),
  chats: new Map(),
  commands: [],
  descriptions: {},
  names: {},
};

/** Call f(event) after each change; event is null when everything was loaded anew. */
export function onChange(f) {
  listeners.add(f);
}

function tell(event) {
  for (const listener of listeners) listener(event);
}

export async function post(command, body) {
  const response = await fetch(`/sandbox/${command}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? response.statusText);
  return answer;
}

export async function get(path) {
  const response = await fetch(`/sandbox/${path}`);
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

/** Load everything. */
export async function load() {
  const state = await get("state?limit=80");
  Object.assign(store, {
    bot: state.bot,
    commands: state.commands,
    descriptions: state.descriptions,
    names: state.names,
    people: new Map(state.people.map((person) => [person.id, person])),
  });
  const before = store.chats;
  store.chats = new Map(state.chats.map((chat) => [chat.id, readChat(chat, before.get(chat.id))]));
  store.ready = true;
  tell(null);
}

function readChat(chat, before) {
  // Messages that are as they were keep their identity, so that they need not be drawn again.
  const messages = new Map();
  for (const message of chat.messages) {
    const old = before?.messages.get(message.message_id);
    messages.set(message.message_id, old && JSON.stringify(old) === JSON.stringify(message) ? old : message);
  }
  return { ...chat, messages };
}

/** More of the past of one chat, as a person sees it; whether there was any. */
export async function loadOlder(person, chat, count) {
  const older = await get(`messages?person=${person}&chat=${chat.id}&limit=${count}`);
  if (older.length <= chat.messages.size) return false;
  const known = chat.messages;
  chat.messages = new Map(older.map((item) => [item.message_id, known.get(item.message_id) ?? item]));
  for (const [id, item] of known) chat.messages.set(id, item);
  tell(null);
  return true;
}

let loading = null;
function loadSoon() {
  loading ??= setTimeout(() => {
    loading = null;
    load().catch(() => setOnline(false));
  }, 40);
}

function apply(event) {
  const chat = store.chats.get(event.chat);
  switch (event.kind) {
    case "message":
      if (!chat) return loadSoon();
      chat.messages.set(event.message.message_id, event.message);
      for (const person of Object.keys(chat.unread)) {
        if (Number(person) !== event.message.from.id) chat.unread[person] += 1;
        else chat.unread[person] = 0;
      }
      break;
    case "edit":
      if (chat?.messages.has(event.message.message_id)) chat.messages.set(event.message.message_id, event.message);
      break;
    case "delete":
      for (const id of event.messages) chat?.messages.delete(id);
      break;
    case "read":
      if (chat) chat.unread[event.person] = 0;
      break;
    case "answer":
      return;
    default:
      return loadSoon();
  }
  tell(event);
}

function setOnline(online) {
  if (store.online === online) return;
  store.online = online;
  tell({ kind: "connection" });
}

/** Follow the events; after each reconnection everything is loaded anew. */
export function follow() {
  const source = new EventSource("/sandbox/events");
  source.addEventListener("open", () => load().then(() => setOnline(true), () => setOnline(false)));
  source.addEventListener("error", () => {
    setOnline(false);
    if (source.readyState === EventSource.CLOSED) setTimeout(follow, 1000);
  });
  source.addEventListener("message", (message) => apply(JSON.parse(message.data)));
}

export function nameOf(user) {
  return [user.first_name, user.last_name].filter(Boolean).join(" ");
}

export function titleOf(chat) {
  return chat.type === "private" ? nameOf(store.bot) : chat.title;
}

/** The chats of a person, the liveliest first; a group that became a supergroup is left out. */
export function chatsOf(person) {
  const mine = [...store.chats.values()].filter((chat) => isIn(chat, person) && !chat.migrated_to);
  const last = (chat) => [...chat.messages.values()].at(-1)?.date ?? 0;
  return mine.sort((a, b) => last(b) - last(a) || (a.type === "private") - (b.type === "private") || b.id - a.id);
}

export function isIn(chat, person) {
  return !["left", "kicked", undefined].includes(chat.members[person]);
}

/** The bot's commands for a person in a chat, by scope and language, in the Bot API's order of precedence. */
export function commandsFor(chat, person) {
  const admin = ["creator", "administrator"].includes(chat.members[person.id]);
  const scopes = chat.type === "private"
    ? [["chat", chat.id], ["all_private_chats", 0], ["default", 0]]
    : [
        ["chat_member", chat.id, person.id],
        ...(admin ? [["chat_administrators", chat.id]] : []),
        ["chat", chat.id],
        ...(admin ? [["all_chat_administrators", 0]] : []),
        ["all_group_chats", 0],
        ["default", 0],
      ];
  for (const [scope, id, user = 0] of scopes) {
    for (const language of [person.language_code.slice(0, 2), ""]) {
      const found = store.commands.find(
        (entry) => entry.scope === scope && entry.chat === id && entry.user === user && entry.language === language,
      );
      if (found) return found.commands;
    }
  }
  return [];
}
