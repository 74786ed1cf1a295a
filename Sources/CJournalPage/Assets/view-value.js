// Values inside other views: one line first, and a tree when they are opened.

/** A scalar or a container on one line, as text. Dates, redacted and volatile values are marked in words. */
function valueText(value, { name = "", limit = 160, isVolatile = false } = {}) {
  if (value === undefined) return element("span", { class: "value none", text: "nothing" });
  const kind = value instanceof Map || Array.isArray(value) ? "container" : typeof value === "string" ? "text" : value instanceof JSONNumber ? "number" : "word";
  const made = element("span", { class: `value ${kind}` }, element("bdi", { text: shortValue(value, limit, name) }));
  if (isRedacted(value)) made.title = "The recorder wrote a stand-in for this secret";
  const date = dateOf(value, name);
  if (date) made.append(element("span", { class: "note", text: ` ${date}` }));
  if (isVolatile) made.append(element("span", { class: "note", title: terms.volatile, text: " volatile" }));
  if (typeof value === "string" && value.length > limit) made.append(element("span", { class: "note", text: ` ${plural(value.length, "character")}` }));
  return made;
}

/** A value that can be unfolded if it doesn't fit one line. */
function foldedValue(value, options = {}) {
  const limit = options.limit ?? 160;
  if (value === undefined || shortJSON(value, limit + 1, 0, options.name).length <= limit) return valueText(value, options);
  return folded(valueText(value, options), value);
}

function folded(summary, value) {
  const details = element("details", { class: "folded" }, element("summary", {}, summary));
  details.unfold = () => {
    if (details.open && details.childElementCount === 1) details.append(wholeValue(value));
  };
  details.addEventListener("toggle", details.unfold);
  return details;
}

/** An old value and the new one. Of long texts, what differs; unfolded, each whole. */
function changedValues(was, value, options = {}) {
  const difference = typeof was === "string" && typeof value === "string" && !isRedacted(was) && !isRedacted(value) ? textDifference(was, value) : null;
  const shown = (side, whole) => (side ? differingText(side, difference.areAlike, whole) : foldedValue(whole, options));
  const parts = [];
  if (was !== undefined) parts.push(element("span", { class: "was" }, shown(difference?.old, was)));
  if (was !== undefined && value !== undefined) parts.push(element("span", { class: "arrow", text: "→" }));
  if (value !== undefined) parts.push(element("span", { class: "now" }, shown(difference?.new, value)));
  if (difference?.note) parts.push(element("span", { class: "note", text: difference.note }));
  return parts;
}

function differingText({ head, middle, tail }, areAlike, whole) {
  const differing = areAlike ? codePoints(visibleText(middle)) : visibleText(middle);
  const text = element("bdi", {}, `"${visibleText(head)}`, element("mark", { text: differing }), `${visibleText(tail)}"`);
  return folded(element("span", { class: "value text" }, text), whole);
}

const longestText = 20_000;

/** The whole value as indented JSON, or as the text that it is; a very long one in parts. */
function wholeValue(value) {
  const text = typeof value === "string" ? value : printJSON(value, 2).replaceAll(`"${redactedText}"`, redactedText);
  const box = element("pre", { class: "whole", tabindex: "0" });
  let shown = 0;
  const showMore = () => {
    // Whole lines, so that no number is cut in two.
    const line = text.lastIndexOf("\n", shown + longestText);
    const end = shown + longestText < text.length && line > shown ? line + 1 : shown + longestText;
    box.append(...(typeof value === "string" ? [visibleLines(text.slice(shown, end))] : linesWithDates(text.slice(shown, end))));
    shown = end;
    more.hidden = shown >= text.length;
    more.textContent = `Show ${plural(Math.min(longestText, text.length - shown), "more character")} of ${groupDigits(text.length)}`;
  };
  const more = button("", showMore);
  showMore();
  return element("div", {}, box, more);
}

/** The lines of indented JSON, with the date behind each number that stands for one. */
function linesWithDates(text) {
  let name = "";
  const parts = [];
  let plain = "";
  for (const line of text.split(/(?<=\n)/)) {
    const [, key, number] = /^ *(?:"([^"\\]*)": )?(?:(-?[0-9][0-9.eE+-]*),?|.*)\n?$/.exec(line) ?? [];
    name = key ?? name;
    const date = number === undefined ? null : dateOf(new JSONNumber(number), name);
    const isBroken = line.endsWith("\n");
    plain += visibleText(isBroken ? line.slice(0, -1) : line);
    if (date) {
      parts.push(plain, element("span", { class: "note hint", text: `  ${date}` }));
      plain = "";
    }
    if (isBroken) plain += "\n";
  }
  return [...parts, plain];
}

function visibleLines(text) {
  return text.split("\n").map((line) => visibleText(line)).join("\n");
}

/** A place in the state as a button that opens its history. */
function placeButton(page, tokens, row = page.row, text = printPointer(tokens)) {
  return button(visibleText(placeName(text)), () => page.showHistory(tokens, row), {
    class: "place", title: "Show the history of this value",
  });
}

/** The arguments of a row's action in short, which tell it from others of its type; null without any. */
function rowArguments(model, row, limit = 60) {
  const text = model.isAction(row) ? (model.rows.text[row] ?? "").trimEnd() : "";
  if (text === "") return null;
  const start = text.length > limit ? `${text.slice(0, limit).replace(/[\ud800-\udbff]$/, "")}…` : text;
  return element("bdi", { class: `args quiet${text.startsWith("(") && text.endsWith(")") ? " bracketed" : ""}`, text: visibleText(start) });
}

/** A row as a button that selects it. */
function rowButton(page, row, tab = null) {
  return button(rowName(page.model, row), () => (tab ? page.select(row, { tab, isJump: true }) : page.pick(row, true)), { class: "step" });
}
