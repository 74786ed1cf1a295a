// State: the state after the selected row, as a tree. Containers show a part of their children at a time.

const childrenAtOnce = 100;
// So many need no filter.
const fewChildren = 20;

function sizeIn(value) {
  return value instanceof Map ? value.size : Array.isArray(value) ? value.length : 0;
}

class StateView {
  constructor(page) {
    this.page = page;
    this.model = page.model;
    this.open = new Set([""]);
    this.windows = new Map();
    this.isRecorded = false;
    this.tools = new StateTools(this);
    this.bar = new PlaceBar(page);
    this.tree = element("div", {
      class: "tree", role: "tree", tabindex: "0", "aria-label": "State",
      on: { keydown: (event) => this.key(event), click: (event) => this.click(event) },
    });
    this.message = element("div");
    this.root = element("div", { class: "state" }, this.bar.root, this.tools.root, this.message, this.tree);
  }

  async show(signal) {
    const { row, recording, model } = this.page;
    if (model.rows.kind[row] === "b") {
      this.tree.hidden = this.tools.root.hidden = true;
      this.value = this.raw = undefined;
      return fill(this.message, quietLine(`This page holds the states of ${visibleText(model.head.file)} alone.`));
    }
    const state = await recording.stateAt(row, signal);
    const step = await recording.step(row);
    const isRecorded = this.isRecorded && step.has("recorded");
    const { operations, note } = isRecorded ? { operations: [], note: null } : await this.changes(row, step, signal);
    const before = state.known ? -1 : await recording.lastKnownBefore(row, signal);
    const value = state.known ? (isRecorded ? applyPatch(state.value, step.get("recorded")) : state.value) : await recording.partialState(row, signal);
    if (signal.aborted) return;
    this.value = value;
    this.raw = state.known ? value : undefined;
    this.tree.hidden = this.tools.root.hidden = value === undefined;
    fill(this.message, state.known ? [this.shapeLine(row, step), note] : missingState(this.page, state, before, value !== undefined));
    this.bar.show(this.knownAt(this.page.tokens));
    if (value === undefined) return;
    this.setChanges(operations);
    const isJump = this.revealed !== this.page.tokens;
    if (isJump) this.reveal();
    this.draw(isJump);
  }

  // What the badges show: the same changes as the tab Changes.
  async changes(row, step, signal) {
    const { pinned, model } = this.page;
    const named = [...(step.get("changed")?.keys() ?? [])].map((place) => new Map([["op", "replace"], ["path", place]]));
    if (pinned < 0 || pinned === row) return { operations: step.get("patch") ?? named, note: null };
    const operations = await changesBetweenRows(this.page, pinned, row, signal);
    const words = operations ? `${plural(operations.length, "change")} between state ${model.rows.seq[Math.min(pinned, row)]} and state ${model.rows.seq[Math.max(pinned, row)]}.`
      : `The journal doesn't hold both states, so the page can't compare state ${model.rows.seq[row]} with state ${model.rows.seq[pinned]}.`;
    return { operations: operations ?? [], note: element("p", { class: "status-line", text: words }) };
  }

  // In which shape a converted state is shown, and the way to the other one.
  shapeLine(row, step) {
    const { recordedRows } = this.page.recording;
    if (recordedRows.size === 0) return null;
    const toggle = () => {
      this.isRecorded = !this.isRecorded;
      this.page.detail.show();
    };
    const [nearest] = [...recordedRows].sort((a, b) => Math.abs(a - row) - Math.abs(b - row));
    return element("p", { class: "status-line" }, step.has("recorded") ? [this.isRecorded ? "This is the recorded shape. " : "This is today's shape. ", button(this.isRecorded ? "Show today's shape" : "Show it as recorded", toggle)]
      : ["This is today's shape. The nearest state that the journal holds as recorded: ", rowButton(this.page, nearest, "state")]);
  }

  // The value at a place, undefined if it is unknown, or parts of it may be.
  knownAt(tokens) {
    const value = valueAt(this.value, tokens);
    const isWhole = this.raw !== undefined || !(value instanceof Map || Array.isArray(value));
    return isWhole && !(value instanceof UnknownValue) ? value : undefined;
  }

  // Notes the places that changed, and those around them.
  setChanges(operations) {
    this.changed = new Map();
    this.around = new Set();
    for (const operation of operations) {
      const place = operation.get("path");
      if (!this.changed.has(place)) this.changed.set(place, operation.get("op"));
      for (let end = place.lastIndexOf("/"); end >= 0 && !this.around.has(place.slice(0, end)); end = place.lastIndexOf("/", end - 1)) {
        this.around.add(place.slice(0, end));
        if (end === 0) break;
      }
    }
  }

  /** Selects the next or the previous of the places that changed. */
  goToChange(by) {
    const places = [...(this.changed?.keys() ?? [])];
    if (places.length === 0) return this.page.say("No place of this state changed.");
    const last = places.indexOf(this.place);
    this.place = places[last < 0 ? (by > 0 ? 0 : places.length - 1) : (last + by + places.length) % places.length];
    let tokens = parsePointer(this.place);
    // What was removed has no line.
    while (tokens.length > 0 && valueAt(this.value, tokens) === undefined) tokens = tokens.slice(0, -1);
    this.page.say(`Change ${places.indexOf(this.place) + 1} of ${groupDigits(places.length)}: ${operationMarks[this.changed.get(this.place)][1]} ${this.place}`);
    return this.go(tokens);
  }

  /** Selects a place, and opens what is around it. */
  go(tokens) {
    this.page.choose(tokens);
    this.reveal();
    this.bar.show(this.knownAt(tokens));
    this.draw();
  }

  // The keys or the indexes of a container, in the order of the lines.
  childrenOf(value, pointer) {
    const keys = [...value.keys()];
    return this.tools.shown(value, pointer, keys);
  }

  // Opens the containers around the selected place.
  reveal() {
    const { tokens } = this.page;
    this.revealed = tokens;
    for (let depth = 0; depth < tokens.length; depth += 1) {
      const pointer = printPointer(tokens.slice(0, depth));
      this.open.add(pointer);
      const container = valueAt(this.value, tokens.slice(0, depth));
      if (!(container instanceof Map) && !Array.isArray(container)) break;
      const find = () => this.childrenOf(container, pointer).findIndex((key) => String(key) === tokens[depth]);
      if (find() < 0) this.tools.clear();
      const index = find();
      const [start, end] = this.windows.get(pointer) ?? [0, childrenAtOnce];
      if (index < start || index >= end) this.windows.set(pointer, [Math.max(0, index - 20), index + childrenAtOnce - 20]);
    }
    if (tokens.length > 0 && this.small(valueAt(this.value, tokens))) this.open.add(printPointer(tokens));
    this.isNew = true;
  }

  small(value) {
    return sizeIn(value) > 0 && sizeIn(value) <= fewChildren;
  }

  draw(isJump = false) {
    this.lines = [];
    this.addLines(this.value, [], 0, 1, 1);
    const selected = printPointer(this.page.tokens);
    this.lines.forEach((line) => {
      line.isSelected = line.pointer === selected && !line.more;
      line.change = line.more ? "" : this.changeAt(line);
    });
    this.update();
    this.tools.show();
    const current = this.tree.querySelector("[aria-selected=true]");
    if (current) this.tree.setAttribute("aria-activedescendant", current.id);
    else this.tree.removeAttribute("aria-activedescendant");
    // The members of an object shall be seen, too.
    const isOpen = isJump && !this.page.isStacked && current?.ariaExpanded === "true";
    if (this.isNew && current) current.scrollIntoView({ block: isOpen ? "start" : "nearest" });
    this.isNew = false;
  }

  // Draws anew only lines that differ: states share the values that a step left alone.
  update() {
    const before = this.made ?? new Map();
    this.made = new Map();
    const elements = this.lines.map((line, index) => {
      const key = `${line.more ?? ""} ${line.pointer}`;
      const old = before.get(key);
      const isSameLine = old && ["value", "isOpen", "change", "isSelected", "place", "size", "count"].every((name) => old.line[name] === line[name]);
      const made = isSameLine ? old.made : this.lineElement(line, index);
      if (made.dataset.index !== String(index)) {
        made.dataset.index = index;
        made.id = `line-${index}`;
      }
      this.made.set(key, { line, made });
      return made;
    });
    keepChildren(this.tree, elements);
  }

  // Recursion is bounded by the 512 levels of a journal.
  addLines(value, tokens, level, place, size) {
    const pointer = printPointer(tokens);
    const isContainer = (value instanceof Map && value.size > 0) || (Array.isArray(value) && value.length > 0);
    const isOpen = isContainer && this.open.has(pointer);
    this.lines.push({ value, tokens, pointer, level, place, size, isContainer, isOpen });
    if (!isOpen) return;
    const keys = this.childrenOf(value, pointer);
    const count = keys.length;
    const [start, end] = this.windows.get(pointer) ?? [0, childrenAtOnce];
    if (start > 0) this.lines.push({ more: -1, pointer, tokens, level: level + 1, count: start });
    for (let index = start; index < Math.min(end, count); index += 1) {
      const key = keys[index];
      this.addLines(value instanceof Map ? value.get(key) : value[index], [...tokens, String(key)], level + 1, index + 1, count);
    }
    if (end < count) this.lines.push({ more: 1, pointer, tokens, level: level + 1, count: count - end });
  }

  lineElement(line, index) {
    const { change, isSelected } = line;
    const properties = { class: "line", role: "treeitem", id: `line-${index}`, "aria-level": line.level + 1, "aria-selected": String(isSelected), data: { index } };
    if (line.more) {
      const made = element("div", properties, element("span", { class: "more-line", text: `… ${plural(line.count, "more", "more")} ${line.more < 0 ? "before" : "after"} this` }));
      made.style.setProperty("--level", line.level);
      return made;
    }
    if (line.isContainer) properties["aria-expanded"] = String(line.isOpen);
    const key = line.tokens.length > 0 ? line.tokens.at(-1) : "state";
    const value = line.value instanceof UnknownValue ? element("span", { class: "value none", text: `? unknown: changed at ${this.model.rows.seq[line.value.row]}` }) : line.isContainer
      ? element("span", { class: "value container" }, element("span", { class: "note", text: `${sizeOf(line.value)} ` }), line.isOpen ? null : element("bdi", { text: shortValue(line.value, 90) }))
      : valueText(line.value, { name: nameIn(line.tokens), isVolatile: this.model.isVolatile(line.tokens), limit: 400 });
    const made = element("div", { ...properties, "aria-setsize": line.size, "aria-posinset": line.place },
      element("span", { class: "twist", "aria-hidden": "true", text: line.isContainer ? (line.isOpen ? "▾" : "▸") : "" }),
      change ? element("span", { class: "change", text: change }) : null,
      element("span", { class: "key" }, element("bdi", { text: visibleText(key) }), ":"), value);
    made.style.setProperty("--level", line.level);
    return made;
  }

  changeAt({ tokens, pointer }) {
    if (this.changed.has(pointer)) return operationMarks[this.changed.get(pointer)][1];
    if (tokens.length === 0 || !this.around.has(pointer)) return "";
    const isInNew = tokens.some((_, depth) => this.changed.has(printPointer(tokens.slice(0, depth))));
    return isInNew ? "" : "changed inside";
  }

  click(event) {
    const made = event.target.closest(".line");
    if (!made) return;
    const line = this.lines[Number(made.dataset.index)];
    const isSelected = line.pointer === printPointer(this.page.tokens);
    this.activate(line, event.target.closest(".twist") || isSelected || !line.isOpen);
  }

  activate(line, toggles) {
    if (line.more) return this.showMore(line);
    if (toggles && line.isContainer) this.toggle(line);
    return this.choose(line);
  }

  showMore(line) {
    const [start, end] = this.windows.get(line.pointer) ?? [0, childrenAtOnce];
    this.windows.set(line.pointer, line.more < 0 ? [Math.max(0, start - childrenAtOnce), end] : [start, end + childrenAtOnce]);
    this.draw();
  }

  toggle(line) {
    if (line.isOpen) this.open.delete(line.pointer);
    else this.open.add(line.pointer);
  }

  choose(line) {
    this.page.choose(line.tokens);
    this.revealed = line.tokens;
    this.isNew = true;
    this.bar.show(this.knownAt(line.tokens));
    this.draw();
  }

  key(event) {
    const { lines } = this;
    if (!lines || event.ctrlKey || event.metaKey || event.altKey) return;
    const selected = printPointer(this.page.tokens);
    const index = Math.max(0, lines.findIndex((line) => line.pointer === selected && !line.more));
    const line = lines[index];
    const go = (to) => {
      let next = Math.max(0, Math.min(lines.length - 1, to));
      const by = to < index ? -1 : 1;
      if (lines[next].more) this.showMore(lines[next]);
      while (this.lines[next]?.more) next += by;
      if (this.lines[next]) this.choose(this.lines[next]);
    };
    const actions = {
      ArrowDown: () => go(index + 1), ArrowUp: () => go(index - 1), Home: () => go(0), End: () => go(lines.length - 1),
      PageDown: () => go(index + 15), PageUp: () => go(index - 15),
      ArrowRight: () => (line.isContainer && !line.isOpen ? this.activate(line, true) : go(index + 1)),
      ArrowLeft: () => (line.isOpen ? this.activate(line, true) : go(lines.findLastIndex((one, at) => at < index && one.level < line.level))),
      Enter: () => this.activate(line, true), " ": () => this.activate(line, true),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    actions[event.key]();
  }
}

/** What finds a child among many: the places that changed, sorted keys, and a filter for one container. */
class StateTools {
  constructor(state) {
    this.state = state;
    this.text = "";
    this.pointer = "";
    this.isSorted = false;
    this.next = button("Next change", () => state.goToChange(1), { "aria-keyshortcuts": "." });
    this.sort = button("Sort keys", () => this.toggleSort(), { "aria-pressed": "false", "aria-keyshortcuts": "s" });
    this.input = element("input", { type: "search", "aria-label": "Filter members", placeholder: "filter members", autocomplete: "off", spellcheck: "false",
      on: { input: () => this.filter(), keydown: (event) => this.key(event) } });
    this.count = element("span", { class: "quiet", role: "status" });
    this.root = element("div", { class: "state-tools" }, this.next, this.sort, this.input, this.count);
  }

  toggleSort() {
    this.isSorted = !this.isSorted;
    this.sort.setAttribute("aria-pressed", String(this.isSorted));
    this.state.windows.clear();
    this.state.reveal();
    this.state.draw();
  }

  /** The keys that are shown of a container's. */
  shown(value, pointer, keys) {
    if (this.isSorted && value instanceof Map) keys.sort();
    if (this.text === "" || this.pointer !== pointer) return keys;
    const wanted = `${this.isSorted} ${this.text}`;
    if (this.found?.value !== value || this.found.wanted !== wanted) {
      const text = this.text.toLowerCase();
      this.found = { value, wanted, keys: keys.filter((key) => String(key).toLowerCase().includes(text) || holdsText(value instanceof Map ? value.get(key) : value[key], text)) };
    }
    return this.found.keys;
  }

  // The nearest container at or around the selected place that needs a filter, else the nearest of any size.
  get container() {
    const { value, page } = this.state;
    const around = page.tokens.map((_, depth) => page.tokens.slice(0, depth));
    const sizes = [...around, page.tokens].map((tokens) => ({ tokens, size: sizeIn(valueAt(value, tokens)) }));
    return (sizes.findLast(({ size }) => size > fewChildren) ?? sizes.findLast(({ size }) => size > 0))?.tokens ?? [];
  }

  filter() {
    const { state } = this;
    if (this.text === "") this.pointer = printPointer(this.container);
    this.text = this.input.value;
    state.open.add(this.pointer);
    state.windows.delete(this.pointer);
    state.draw();
  }

  clear() {
    this.text = "";
    this.input.value = "";
  }

  show() {
    const { state } = this;
    const changes = state.changed.size;
    this.next.textContent = changes > 0 ? `Next change (${groupDigits(changes)})` : "No change";
    this.next.disabled = changes === 0;
    const value = valueAt(state.value, parsePointer(this.pointer));
    const isContainer = value instanceof Map || Array.isArray(value);
    this.count.textContent = this.text === "" || !isContainer ? ""
      : `${groupDigits(state.childrenOf(value, this.pointer).length)} of ${sizeOf(value)} of ${visibleText(this.pointer || "the state")}`;
  }

  key(event) {
    if (event.key !== "Escape" && event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") {
      this.clear();
      this.filter();
    }
    this.state.tree.focus();
  }
}

/** Whether a text in lower case occurs in a value: in its keys or its plain values, at any depth. */
function holdsText(root, text) {
  const open = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (value instanceof Map) for (const key of value.keys()) if (key.toLowerCase().includes(text)) return true;
    if (value instanceof Map || Array.isArray(value)) for (const child of value.values()) open.push(child);
    else if ((value instanceof JSONNumber ? value.literal : String(value)).toLowerCase().includes(text)) return true;
  }
  return false;
}

/** The selected place, and what to do with it. */
class PlaceBar {
  constructor(page) {
    this.page = page;
    this.path = element("span", { class: "path" });
    this.actions = element("span", { class: "copies" });
    this.whole = element("div", { class: "whole-value" });
    this.root = element("div", { class: "place-bar" }, this.path, this.actions, this.whole);
  }

  show(value) {
    const { page } = this;
    const { tokens } = page;
    const show = (place) => (page.tab === "history" ? page.showHistory(place) : page.showState(place));
    const steps = [button("state", () => page.showState([]), { class: "crumb" })];
    tokens.forEach((token, depth) => steps.push("/", button(visibleText(String(token)), () => show(tokens.slice(0, depth + 1)), { class: "crumb" })));
    fill(this.path, steps);
    const isScalar = value !== undefined && !(value instanceof Map) && !Array.isArray(value);
    const text = typeof value === "string" ? value : value instanceof JSONNumber ? value.literal : "";
    fill(this.whole, text.length > 400 ? button("Show the whole text", () => fill(this.whole, wholeValue(value))) : null);
    // A button that doesn't apply leaves its room free, so that the others stay where they are.
    const action = (isUsable, name, act, properties = {}) => button(name, act, { ...properties, class: isUsable ? null : "needless" });
    fill(this.actions, action(value !== undefined && page.tab !== "history", "Copy value", () => page.copyValue(value)),
      action(tokens.length > 0 && page.tab !== "history", "History", () => page.showHistory(tokens), { "aria-keyshortcuts": "b" }),
      action(isScalar && text.length > 1 && text.length < 200, "Find this value", () => page.search(text)));
  }
}

/** Why a state is missing, what is shown instead, and the next ones that aren't. */
function missingState(page, state, before, isPartial) {
  const { model } = page;
  const { seq } = model.rows;
  const shown = isPartial ? ` Below is state ${seq[before]}, the last known one. What actions have changed since is marked as unknown.` : "";
  return element("div", { class: "missing" },
    element("p", { text: `The journal doesn't hold this state: ${stepName(model, state.brokenAt)} at ${seq[state.brokenAt]} has no recorded values.${shown}` }),
    element("p", {}, before >= 0 ? button(`Go to ${seq[before]}, the last known state before it`, () => page.select(before, { isJump: true })) : null, " ",
      state.next >= 0 ? button(`Go to ${seq[state.next]}, the next known state`, () => page.select(state.next, { isJump: true })) : null));
}
