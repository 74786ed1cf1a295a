// The search field: type what was on the screen. Values come grouped by place, and the list narrows to the actions.

const groupsAtOnce = 12;
const hitsAtOnce = 4;
const nearestAtOnce = 8;

// The characters of a text that are compared with those of a type.
const mostEdited = 64;

class FindView {
  constructor(page) {
    this.page = page;
    this.groups = new Map();
    this.input = element("input", {
      type: "search", id: "find", placeholder: "screen text, or an action", autocomplete: "off", spellcheck: "false", "aria-keyshortcuts": "/",
      "aria-controls": "found", on: { focus: () => page.model.prepareSearch(), input: () => this.typed(), keydown: (event) => this.cursor.keyInField(event) },
    });
    this.count = element("span", { class: "count", role: "status" });
    this.types = new TypesView(page);
    this.order = element("select", { "aria-label": "Order", on: { change: () => page.setOrder(this.order.value) } });
    this.isTimed = false;
    this.rowsSeen = 0; // the rows known not to be timed, while none is
    this.drawOrders();
    this.found = element("div", { class: "found", id: "found", role: "region", "aria-label": "Values found", hidden: true, tabindex: "0" });
    this.root = element("div", { class: "find" },
      element("div", { class: "find-bar" }, element("label", { for: "find", text: "Find" }), this.input, this.types.button, this.order, this.count),
      this.types.root, this.found);
    this.found.addEventListener("click", (event) => this.cursor.follow(event.target.closest("button")));
    this.cursor = new FindCursor(this);
    this.growth = new Paced(() => this.searchOn(), page.closing.signal);
  }

  // The orders that tell more than the recorded one.
  drawOrders() {
    const { us } = this.page.model.rows;
    for (; !this.isTimed && this.rowsSeen < us.length; this.rowsSeen += 1) this.isTimed = us[this.rowsSeen] >= 0;
    const orders = { recorded: true, slowest: this.isTimed, cause: this.page.model.caused.size > 0 };
    const options = Object.keys(orderNames).filter((name) => orders[name]);
    if (options.length === this.order.options.length) return;
    const { value } = this.order;
    fill(this.order, options.map((name) => element("option", { value: name, text: orderNames[name], selected: name === value })));
    this.order.hidden = options.length < 2;
  }

  focus() {
    this.input.focus({ preventScroll: true });
    this.input.select();
  }

  set(text) {
    if (this.input.value === text && this.page.filter === text) return;
    this.input.value = text;
    this.search();
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.search(), 180);
  }

  clear() {
    this.set("");
  }

  search() {
    this.working = this.run();
  }

  async run() {
    clearTimeout(this.timer);
    this.work?.abort();
    this.work = new AbortController();
    const { signal } = this.work;
    const { page } = this;
    this.searched = this.input.value;
    const parts = readFilter(this.searched, page.model.rows.types);
    const text = page.model.searchText(parts.text);
    this.wanted = text.trim().toLowerCase();
    this.groups = new Map();
    this.limit = groupsAtOnce;
    this.rows = new Set();
    this.addNumbered();
    this.isDone = false;
    this.values = null;
    this.cursor.key = null;
    page.setFilter(parts.hidden.size > 0 ? this.searched : text, { text, hidden: parts.hidden, found: this.rows });
    this.types.draw();
    page.list.show(page.row, true);
    if (text.trim() === "" || text.startsWith("/")) {
      this.found.hidden = true;
      await this.showPlace(text, signal).catch(() => {});
      if (!signal.aborted) this.cursor.draw();
      return;
    }
    this.draw();
    let timer = 0;
    const refresh = () => {
      timer = 0;
      if (signal.aborted) return;
      this.draw();
      page.applyFilter();
    };
    this.values = new ValueSearch(page.recording, text, (match) => {
      this.add(match);
      timer ||= setTimeout(refresh, 200);
    }, signal);
    try {
      await this.values.run();
    } catch (error) {
      clearTimeout(timer);
      if (!signal.aborted) fill(this.found, element("p", { class: "trouble", text: visibleText(error.message) }));
      return;
    }
    clearTimeout(timer);
    this.isDone = true;
    // Short searches show all at once, so that nothing moves afterwards.
    const ends = this.showEnds(signal).catch(() => {});
    await Promise.race([ends, new Promise((resume) => setTimeout(resume, 150))]);
    refresh();
    page.list.show(page.row, true);
    await ends;
  }

  // The place that was typed, with its value at the selected row.
  async showPlace(text, signal) {
    const { page } = this;
    // An address selects a row behind its search.
    await pause();
    const { row, recording } = page;
    const tokens = parsePointer(text.trim().replace(/(?<=.)\/$/, ""));
    const value = tokens.length === 0 ? undefined : valueAt(await recording.nearestState(row, signal), tokens);
    if (value === undefined || signal.aborted) return;
    const last = await lastChange(recording, tokens, signal, row);
    if (signal.aborted) return;
    const place = printPointer(tokens);
    const show = (name, text, properties) => named(button(text, () => page.showHistory(tokens), { title: "Show the history of this value", ...properties }), `${name} ${place}`);
    const shown = show("hit", "", { class: "hit" });
    shown.append(valueText(value, { name: nameIn(tokens), limit: 80 }));
    const changed = last < 0 ? " never changed before" : [" last changed by ", named(rowButton(page, last), `set ${last} ${place}`), " ", rowArguments(page.model, last)];
    fill(this.found, element("h3", { text: `In state ${page.seq(row)}` }), element("section", { class: "group" },
      element("h4", {}, show("place", visibleText(place), { class: "place" })), element("ul", {}, element("li", {}, shown, element("span", { class: "quiet" }, changed)))));
    this.found.hidden = false;
  }

  /** Takes in the rows that have come. */
  grow() {
    this.showCount();
    this.drawOrders();
    this.types.grow();
    this.growth.ask();
  }

  async searchOn() {
    const { values, isDone, work } = this;
    if (!values || !isDone) return;
    try {
      await values.run();
      // What stayed to the end may have changed since.
      for (const { hits } of this.groups.values()) {
        for (const hit of hits) if (hit.change === null) Object.assign(hit, { change: undefined, stale: undefined });
      }
      this.addNumbered();
      this.draw();
      await this.showEnds(work.signal);
    } catch (error) {
      if (!work.signal.aborted) this.page.say(error.message);
    }
  }

  add(match) {
    if (!match.isName) this.rows.add(match.row);
    if (match.inAction || (match.note && match.isName)) return;
    let group = this.groups.get(match.place);
    if (!group) {
      if (this.groups.size >= 2000) {
        this.isCut = true;
        return;
      }
      group = { place: match.place, tokens: parsePointer(match.place), hits: [], count: 0, rank: 9 };
      this.groups.set(match.place, group);
    }
    group.count += 1;
    group.rank = Math.min(group.rank, this.rank(match));
    if (match.isName) group.hits.length = 0;
    group.hits.push({ row: match.row, value: match.value, isName: match.isName, note: match.note });
    // The states that no action set are searched first.
    if (group.hits.at(-2)?.row > match.row) group.hits.sort((one, other) => one.row - other.row);
    if (group.hits.length > 100) group.hits.shift();
  }

  // Whole values first, then beginnings, then parts; names last.
  rank(match) {
    if (match.isName) return 3;
    if (this.values.needle.equals(match.value)) return 0;
    const text = (typeof match.value === "string" ? match.value : match.value.literal ?? "").toLowerCase();
    return text.startsWith(this.wanted) ? 1 : 2;
  }

  sorted() {
    return [...this.groups.values()].sort((a, b) => a.rank - b.rank);
  }

  // The row that has the number which was typed, with or without `#`; -1 if there is none.
  get numberedRow() {
    const number = /^#?([0-9]{1,15})$/.exec(this.wanted);
    return number ? this.page.recording.rowOf(Number(number[1])) : -1;
  }

  // The list has the row whose number was typed.
  addNumbered() {
    const { numberedRow } = this;
    if (numberedRow >= 0) this.rows.add(numberedRow);
  }

  draw() {
    const groups = this.sorted();
    const shown = groups.slice(0, this.limit);
    // The list shows the actions that match. Where no value does, it needs no heading.
    this.found.hidden = this.isDone && groups.length === 0 && this.page.model.visible.length > 0 && !this.page.model.isConverted;
    const count = `${this.isCut ? "more than " : ""}${plural(groups.length, "place")}`;
    const isNothing = this.isDone && groups.length === 0 && this.page.model.visible.length === 0;
    const title = groups.length > 0 ? `In the state: ${count}` : isNothing ? "No such action, and no state holds this text." : this.isDone ? "No state holds this text." : "Searching every value…";
    fill(this.found, groups.length === 0 ? quietLine(title) : element("h3", { text: this.isDone ? title : `${title}, still searching…` }), shown.map((group) => this.group(group)),
      this.isDone && this.page.model.isConverted ? quietLine(this.shapeWords()) : null,
      isNothing ? this.nearestTypes() : null,
      groups.length > shown.length ? button(`Show more places (${groups.length - shown.length})`, () => {
        this.limit += 50;
        this.draw();
        this.showEnds(this.work.signal).catch(() => {});
      }, { class: "more-places", data: { result: "more" } }) : null);
    this.cursor.draw();
  }

  // What the search sees of the recorded shape.
  shapeWords() {
    const { recordedRows } = this.page.recording;
    const seqs = [...recordedRows].map((row) => this.page.seq(row));
    const held = seqs.length > 6 ? `${seqs.slice(0, 6).join(", ")} and ${plural(seqs.length - 6, "other")}` : seqs.join(", ");
    return `The converted states have today's shape. In the recorded shape, ${seqs.length > 0 ? `the search sees the states that the journal holds: ${held}` : "the journal holds no state"}.`;
  }

  // The types of actions whose names are near, the nearest first.
  nearestTypes() {
    const { types } = this.page.model.rows;
    const near = byDistance(this.wanted.replace(/^[-+]/, ""), types).slice(0, nearestAtOnce);
    return near.length === 0 ? null : element("div", { class: "group" }, element("h4", { text: near.length < types.length ? `The nearest of ${plural(types.length, "type")} of actions` : "The types of actions, the nearest first" }),
      element("ul", {}, near.map((type) => element("li", {}, button(visibleText(type), () => this.page.search(type), { class: "step", data: { result: `type ${type}` } })))));
  }

  open(group, hit) {
    if (hit.note === "today") return this.page.select(hit.row, { tab: "changes", isJump: true });
    return hit.note ? this.page.showHistory(group.tokens, hit.row) : this.page.showFound(group.tokens, hit.row, hit.value);
  }

  group(group) {
    const hits = group.hits.slice(-hitsAtOnce).map((hit) => {
      hit.end ??= element("span", { class: "end" });
      this.drawEnd(group, hit);
      return element("li", {}, button("", () => this.open(group, hit), { class: "hit", title: "Show the history of this value", data: { result: `hit ${hit.row} ${hit.note ?? ""} ${group.place}` } }),
        element("span", { class: "quiet" }, ` ${matchNotes[hit.note] ?? "set by"} `, named(rowButton(this.page, hit.row), `set ${hit.row} ${group.place}`), " ", rowArguments(this.page.model, hit.row), hit.end));
    });
    hits.forEach((item, index) => item.firstChild.append(this.marked(group.hits.slice(-hitsAtOnce)[index], nameIn(group.tokens))));
    const hidden = group.count - hits.length;
    return element("section", { class: "group" }, element("h4", {}, button(visibleText(placeName(group.place)), () => this.open(group, group.hits.at(-1)), { class: "place", title: "Show the history of this value", data: { result: `place ${group.place}` } })),
      hidden > 0 && !group.hits[0].isName ? element("p", { class: "quiet", text: `${plural(hidden, "earlier value")} not shown` }) : null, element("ul", {}, hits));
  }

  // The value, with the text that was typed marked.
  marked(hit, name) {
    if (hit.isName) return element("span", { class: "value container" }, element("bdi", { text: shortValue(hit.value, 80) }));
    const text = typeof hit.value === "string" ? hit.value : hit.value.literal ?? String(hit.value);
    const date = dateOf(hit.value, name);
    const { wanted } = this;
    const at = text.toLowerCase().indexOf(wanted);
    const from = Math.max(0, at - 40);
    const part = (start, end) => visibleText(text.slice(start, end));
    const inside = at < 0 ? [part(0, 120)] : [from > 0 ? "…" : "", part(from, at), element("mark", { text: part(at, at + wanted.length) }), part(at + wanted.length, at + wanted.length + 90)];
    return element("span", { class: "value text" }, element("bdi", {}, inside), date ? element("span", { class: "note", text: ` ${date}` }) : null);
  }

  // Says of each shown value how long it stayed: the stale one stands out.
  async showEnds(signal) {
    for (const group of this.sorted().slice(0, this.limit)) {
      for (const hit of group.hits.slice(-hitsAtOnce)) {
        // A container found by its name changes inside.
        if ((hit.isName && (hit.value instanceof Map || Array.isArray(hit.value))) || hit.note || hit.change !== undefined) continue;
        hit.change = await firstLaterChange(this.page.recording, hit.row, group.tokens, signal);
        if (signal.aborted) return;
        this.drawEnd(group, hit);
        if (hit.change) this.rows.add(hit.change.row);
      }
    }
    this.page.applyFilter();
    await this.showStale(signal);
  }

  // A value that stays in one place while an action replaces it in another is often a copy that was forgotten.
  async showStale(signal) {
    const groups = this.sorted().slice(0, this.limit);
    const hits = groups.flatMap((group) => group.hits.slice(-hitsAtOnce).map((hit) => ({ group, hit })));
    for (const { group, hit } of hits) {
      if (hit.stale || hit.note || typeof hit.value !== "string") continue;
      for (const other of hits) {
        if (other.group === group || !equalJSON(other.hit.value, hit.value) || !mayBeCopies(hit.value, group.tokens, other.group.tokens)) continue;
        if (!(await isStaleAfter(this.page.recording, hit, other.hit, signal)) || signal.aborted) continue;
        hit.stale = other;
        this.drawEnd(group, hit);
        break;
      }
    }
    if (signal.aborted) return;
    this.cursor.draw(document.activeElement === this.input);
  }

  // Until when a value stayed, and whether it was stale meanwhile.
  drawEnd(group, hit) {
    if (!hit.end || hit.change === undefined) return;
    fill(hit.end, endOfValue(this.page, hit.change, hit.row), hit.stale ? staleHint(this.page, hit, hit.stale.hit, hit.stale.group.place) : null);
    hit.end.querySelectorAll("button").forEach((one, index) => named(one, `end ${index} ${hit.row} ${group.place}`));
  }

  showCount() {
    const { actions } = this.page.recording.head;
    const all = plural(actions, "action");
    // So that nothing beside it moves.
    this.count.style.minWidth = `${all.length + String(actions).length + 2}ch`;
    const visible = this.page.model.visibleActions();
    this.count.textContent = visible === actions ? all : `${groupDigits(visible)} of ${all}`;
  }
}

/**
 * Texts in the order of their edits from another one, or of those that their last part has, such as `add` in `list.add`. It leaves out
 * texts that need more edits than half of the other one's length.
 */
function byDistance(wanted, texts) {
  const most = Math.min(wanted.length, mostEdited) / 2;
  // Texts differ by at least as many edits as their lengths do.
  const edits = (text) => (Math.abs(text.length - wanted.length) > most ? Infinity : editDistance(wanted, text));
  const distance = (text) => Math.min(edits(text), edits(text.split(/[./]/).at(-1)));
  return texts.map((text) => [distance(text.toLowerCase()), text]).filter(([count]) => count <= most).sort(([one], [other]) => one - other).map(([, text]) => text);
}

// The characters to insert, remove or replace between two texts; of long ones, between their beginnings.
function editDistance(one, other) {
  const [old, current] = [one.slice(0, mostEdited), other.slice(0, mostEdited)];
  let above = Array.from({ length: current.length + 1 }, (_, column) => column);
  for (let row = 1; row <= old.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= current.length; column += 1) {
      line.push(Math.min(above[column] + 1, line[column - 1] + 1, above[column - 1] + (old[row - 1] === current[column - 1] ? 0 : 1)));
    }
    above = line;
  }
  return above[current.length];
}

/** Gives a result a name, by which the mark finds it when the results are drawn anew. */
function named(result, name) {
  result.dataset.result = name;
  return result;
}
