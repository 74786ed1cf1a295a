// Elements, built by calls: no text from a journal is ever read as markup.

/**
 * Makes an element. `properties` are attributes, except `class`, `text`, `data` (a data-* object), and `on` (listeners).
 * Children are elements or texts; null ones are left out.
 */
function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") made.className = value;
    else if (key === "text") made.textContent = value;
    else if (key === "data") Object.assign(made.dataset, value);
    else if (key === "on") for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
    else made.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) if (child !== null && child !== undefined && child !== false) made.append(child);
  return made;
}

/** Makes an element of a picture. */
function svgElement(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function button(text, onClick, properties = {}) {
  return element("button", { type: "button", text, on: { click: onClick }, ...properties });
}

/** Replaces all children of an element. */
function fill(target, ...children) {
  target.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
}

/** Makes elements the children of another, and leaves those in place that are there already. */
function keepChildren(target, elements) {
  const kept = new Set(elements);
  for (const child of [...target.children]) if (!kept.has(child)) child.remove();
  let next = target.firstChild;
  for (const made of elements) {
    if (made === next) next = next.nextSibling;
    else target.insertBefore(made, next);
  }
}

/** A status as a mark and a word: colour never says it alone. */
function statusTag(word, mark = statusMarks[word]) {
  return element("span", { class: "tag", title: statusSentences[word], data: { status: word } }, element("span", { "aria-hidden": "true", text: `${mark} ` }), word);
}

/** Copies a text, also where the clipboard interface doesn't exist. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = element("textarea", { class: "offscreen", "aria-hidden": "true", tabindex: "-1" });
    const focused = document.activeElement;
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    focused?.focus?.();
  }
}
