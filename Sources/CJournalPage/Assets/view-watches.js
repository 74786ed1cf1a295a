// The watched expressions: their values at the selected row, which the tool computed.

class WatchesView {
  constructor(page) {
    this.page = page;
    this.root = element("dl", { class: "watches", "aria-label": "Watched expressions", hidden: (page.recording.head.watches ?? []).length === 0 });
    this.values = (page.recording.head.watches ?? []).map((text, index) => {
      const value = element("dd");
      this.root.append(element("dt", {}, button(visibleText(text), () => page.showWatch(index), { class: "place", title: "Show the history of this value" })), value);
      return value;
    });
  }

  async show(signal) {
    if (this.values.length === 0) return;
    const { row, recording } = this.page;
    const watches = await recording.watches();
    if (!signal.aborted) watches.forEach((watch, index) => fill(this.values[index], watchedValue(watchAt(watch, row), watch.text)));
  }
}

/** The value of an expression at a row: `{ value }`, `{}` if it has none, null if it is unknown. */
function watchAt({ rows, values }, row) {
  return values[indexUpTo(rows, row, (one) => one)] ?? null;
}

/** The last name in a query, which says what its value is. */
function watchName(text) {
  return /\.([A-Za-z_]\w*)$/.exec(text)?.[1] ?? "";
}

function watchedValue(known, text) {
  if (!known) return element("span", { class: "value none", text: "unknown: the journal doesn't hold this state" });
  return foldedValue(known.value, { limit: 120, name: watchName(text) });
}

/** The expressions whose values changed at a row, with the old values and the new ones. */
async function watchChanges(page, row) {
  const watches = (await page.recording.watches()).map((watch, number) => ({ ...watch, number, index: indexUpTo(watch.rows, row, (one) => one) }));
  const changed = watches.filter(({ rows, index }) => index > 0 && rows[index] === row);
  if (changed.length === 0) return null;
  return element("ul", { class: "operations" }, changed.map(({ text, number, values, index }) => element("li", {},
    element("span", { class: "op-mark", title: "watched", "aria-label": "watched", role: "img", text: "=" }),
    button(visibleText(text), () => page.showWatch(number), { class: "place", title: "Show the history of this value" }),
    element("div", { class: "values" }, values[index - 1] && values[index] ? changedValues(values[index - 1].value, values[index].value, { name: watchName(text) }) : watchedValue(values[index], text)))));
}

/** The changes of an expression as entries of a history, newest first. */
function watchEntries({ rows, values }) {
  return rows.map((row, index) => {
    const [known, before] = [values[index], values[index - 1]];
    if (!known) return { row, kind: "unknown", tokens: [] };
    return { row, kind: index === 0 ? "first" : before ? "set" : "recorded", tokens: [], value: known.value, was: before?.value };
  }).reverse();
}
