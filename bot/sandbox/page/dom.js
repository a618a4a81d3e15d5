// Making elements, and putting them in place without losing the keyboard's focus.

/** An element: h("button", {class: "x", onclick: f, "data-a": 1}, child, "text"). Null children are left out. */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Replace a container's children; whatever had the focus and has the same data-key has it again. */
export function fill(container, ...children) {
  const focused = container.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const scrolled = [container.scrollLeft, container.scrollTop];
  container.replaceChildren(...children.flat().filter(Boolean));
  if (focused) container.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  [container.scrollLeft, container.scrollTop] = scrolled;
}

const ICONS = {
  back: "M15 5l-7 7 7 7",
  send: "M4 12l16-8-6 16-3-7z",
  slash: "M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4zM14 8l-4 8",
  more: "M12 5.5v.01M12 12v.01M12 18.5v.01",
  out: "M8 16l8-8M9 8h7v7",
  down: "M6 10l6 6 6-6",
  plus: "M12 5v14M5 12h14",
  bell: "M6 16V11a6 6 0 1 1 12 0v5l1.5 2h-15zM10 20.5h4",
  close: "M6 6l12 12M18 6L6 18",
  lock: "M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
};

/** A line icon. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon", `icon-${name}`);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A round picture with initials; the bot has a spade. */
export function avatar(id, name, kind = "person") {
  const initials = kind === "bot" ? "♠" : initialsOf(name);
  const shade = kind === "bot" ? "bot" : Math.abs(id) % 7;
  return h("span", { class: `avatar ${kind}`, "data-shade": shade, "aria-hidden": "true" }, initials);
}

function initialsOf(name) {
  const parts = name.trim().split(/\s+/).filter(Boolean);
  return parts.slice(0, 2).map((part) => [...part][0].toUpperCase()).join("") || "?";
}

/** A count in a pill, or nothing. */
export function badge(count, label) {
  return count > 0 ? h("span", { class: "badge", "aria-label": label }, count > 99 ? "99+" : String(count)) : null;
}
