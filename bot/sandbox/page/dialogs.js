// What lies over the page for a moment: toasts, alerts, menus, choices.

import { avatar, h } from "./dom.js";
import { nameOf } from "./store.js";
import { withCards } from "./text.js";
import { words } from "./words.js";

const TOAST_MS = 4000;

/** A line that goes away by itself; with a person, whom it is for. */
export function toast(text, person = null) {
  const face = person ? avatar(person.id, nameOf(person)) : null;
  const node = h("div", { class: "toast", "data-testid": "toast" }, face, h("span", {}, withCards(text)));
  document.getElementById("toasts").append(node);
  setTimeout(() => node.classList.add("leaving"), TOAST_MS);
  setTimeout(() => node.remove(), TOAST_MS + 300);
}

function dialog(name, ...children) {
  const node = h("dialog", { class: "dialog", "data-testid": name }, children);
  node.addEventListener("close", () => node.remove());
  node.addEventListener("click", (event) => event.target === node && node.close());
  document.body.append(node);
  node.showModal();
  return node;
}

/** A callback's answer with show_alert. */
export function alertBox(text, person) {
  const close = () => node.close();
  const node = dialog(
    "alert",
    h("div", { class: "dialog-head" }, avatar(person.id, nameOf(person)), h("b", {}, nameOf(person))),
    h("p", { class: "dialog-text", "data-testid": "alert-text" }, withCards(text)),
    h("div", { class: "dialog-actions" }, h("button", { class: "plain", type: "button", autofocus: true, "data-testid": "alert-ok", onclick: close }, words.ok)),
  );
}

/** Let somebody choose one of several chats; calls f(chat) with the chosen one. */
export function chooseChat(title, chats, titleOf, f) {
  const choose = (chat) => () => {
    node.close();
    f(chat);
  };
  const node = dialog(
    "choose",
    h("b", { class: "dialog-title" }, title),
    h(
      "div",
      { class: "choices" },
      chats.map((chat) =>
        h("button", { class: "choice", type: "button", "data-choice": chat.id, onclick: choose(chat) }, avatar(chat.id, titleOf(chat), chat.is_forum ? "forum" : "group"), titleOf(chat)),
      ),
    ),
    h("div", { class: "dialog-actions" }, h("button", { class: "plain", type: "button", onclick: () => node.close() }, words.cancel)),
  );
}

/** Ask for a new person's name and language; calls f({name, language_code}). */
export function askPerson(f) {
  const name = h("input", { name: "name", required: true, maxlength: 64, autocomplete: "off", placeholder: words.name, "aria-label": words.name, "data-testid": "new-name" });
  const code = h("select", { name: "language", "aria-label": words.language }, h("option", { value: "ru" }, "Русский"), h("option", { value: "en" }, "English"));
  const submit = (event) => {
    event.preventDefault();
    node.close();
    f({ name: name.value.trim(), language_code: code.value });
  };
  const node = dialog(
    "new-person-dialog",
    h(
      "form",
      { class: "form", onsubmit: submit },
      h("b", { class: "dialog-title" }, words.newPerson),
      name,
      code,
      h(
        "div",
        { class: "dialog-actions" },
        h("button", { class: "plain", type: "button", onclick: () => node.close() }, words.cancel),
        h("button", { class: "plain strong", type: "submit" }, words.add),
      ),
    ),
  );
  name.focus();
}

/** A small menu at a place; items are [label, f, isDangerous]. Falsy items are left out. */
export function menu(items, x, y) {
  document.querySelector(".menu")?.remove();
  const before = document.activeElement;
  const close = () => {
    node.remove();
    document.removeEventListener("pointerdown", outside, true);
    if (before?.isConnected) before.focus({ preventScroll: true });
  };
  const outside = (event) => !node.contains(event.target) && close();
  const entries = items.filter(Boolean).map(([label, act, danger]) =>
    h("button", { type: "button", role: "menuitem", class: danger ? "danger" : null, onclick: () => { close(); act(); } }, label),
  );
  const node = h("div", { class: "menu", role: "menu", "data-testid": "menu" }, entries);
  node.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = entries.indexOf(document.activeElement);
    if (step) entries[(at + step + entries.length) % entries.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(node);
  node.style.left = `${Math.max(8, Math.min(x, innerWidth - node.offsetWidth - 8))}px`;
  node.style.top = `${Math.max(8, Math.min(y, innerHeight - node.offsetHeight - 8))}px`;
  document.addEventListener("pointerdown", outside, true);
  entries[0]?.focus({ preventScroll: true });
}
