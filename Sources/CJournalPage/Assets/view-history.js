// History: every step that set a value, newest first, and where else the same value was.

// The entries around the selected row that are shown at once.
const mostEntries = 200;

// The other places of an entry's action that are shown.
const mostOthers = 4;

// With so many rows, a search takes longer than a step.
const longRecording = 10_000;

class HistoryView {
  constructor(page) {
    this.page = page;
    this.model = page.model;
    this.bar = new PlaceBar(page);
    this.summary = element("p", { class: "summary", role: "status" });
    this.line = new LineView(page);
    this.list = element("ol", { class: "entries" });
    this.elsewhere = element("div", { class: "elsewhere" });
    this.stale = element("div");
    this.root = element("div", { class: "history" }, this.bar.root, this.summary, this.stale, this.line.root, this.list, this.elsewhere);
  }

  async show(signal) {
    const { row, tokens, recording } = this.page;
    // An action in flight led to no state: its reducer had the one before.
    const at = this.model.rows.kind[row] === "t" && row > 0 ? row - 1 : row;
    const state = await recording.stateAt(at, signal);
    if (signal.aborted) return;
    const watch = tokens.length === 0 ? (await recording.watches())[this.page.watch] : undefined;
    if (signal.aborted) return;
    if (watch) {
      this.showWatch(watch, row);
      return;
    }
    if (tokens.length === 0) {
      const places = changedPlaces(this.model, row, await recording.step(row)).filter((place) => place !== "");
      if (signal.aborted) return;
      if (places.length !== 1) {
        this.offerPlaces(places, state.value);
        return;
      }
      this.page.choose(parsePointer(places[0]));
      await this.show(signal);
      return;
    }
    const found = state.known ? { value: valueAt(state.value, tokens) } : await recording.lastValue(at, tokens, signal);
    if (signal.aborted) return;
    const value = found?.value;
    this.raw = value;
    this.bar.show(value);
    this.showValue(found, at);
    // Outside arrays, a place has the same history from each row of a branch: only the current step differs.
    const isFixed = state.known && !tokens.some((_, depth) => Array.isArray(valueAt(state.value, tokens.slice(0, depth))));
    const key = isFixed ? `${this.model.abandoned[row]} ${printPointer(tokens)}` : null;
    const isTraced = key !== null && this.traced?.key === key;
    if (isTraced) this.draw();
    else this.trace(row, tokens, key, signal);
    const { traced } = this;
    await traced.done;
    if (signal.aborted || isTraced && isSame(traced.value, value)) return;
    // While the user steps through a long recording, don't search it for each value.
    if (isTraced && recording.count > longRecording) await new Promise((resume) => setTimeout(resume, 150));
    if (signal.aborted) return;
    const sets = [...traced.past, ...traced.later].filter((entry) => !asideKinds.has(entry.kind)).map((entry) => entry.row);
    await this.showElsewhere(state, value, signal, setRowOf(sets, row));
    if (!signal.aborted) traced.value = value;
  }

  // The history of an expression, whose values the tool computed.
  showWatch(watch, row) {
    const known = watchAt(watch, row);
    this.raw = known?.value;
    this.bar.show(undefined);
    fill(this.summary, element("span", { class: "quiet", text: `${visibleText(watch.text)} at ${this.page.seq()}: ` }), watchedValue(known, watch.text));
    if (this.traced?.watch !== watch) {
      this.leave();
      fill(this.elsewhere);
      fill(this.stale);
      this.traced = { watch, work: new AbortController(), past: watchEntries(watch), later: [], isDone: true };
    }
    this.draw();
  }

  /** Ends the work that a step to another row doesn't end. */
  leave() {
    this.traced?.work.abort();
    this.traced = null;
    this.line.hide();
  }

  // Finds the entries. Those of a fixed place, which has a key, are the same for the next row, so a step doesn't end the work.
  trace(row, tokens, key, signal) {
    this.traced?.work.abort();
    if (this.line.place !== printPointer(tokens)) this.line.hide();
    fill(this.list);
    fill(this.elsewhere);
    fill(this.stale);
    const work = new AbortController();
    const traced = { key, work, past: [], later: [], isDone: false };
    if (key === null) signal.addEventListener("abort", () => work.abort());
    let timer = 0;
    const draw = () => {
      timer = 0;
      if (!work.signal.aborted) this.draw();
    };
    this.traced = traced;
    const { recording } = this.page;
    traced.abandoned = recording.abandoned;
    traced.done = recording.history(row, tokens, (entry) => {
      (entry.isLater ? traced.later : traced.past).push(entry);
      timer ||= setTimeout(draw, 60);
    }, work.signal).then((goOn) => {
      traced.goOn = goOn;
      traced.isDone = true;
      clearTimeout(timer);
      draw();
    });
  }

  /** Goes on with rows that have come. Resolves to false if it must be shown anew. */
  async grow() {
    const { traced } = this;
    if (!traced || traced.watch) return;
    if (traced.abandoned !== this.page.recording.abandoned) {
      // A rewind took steps out of this history.
      this.leave();
      this.page.detail.show();
    } else if (traced.goOn) {
      const { goOn } = traced;
      traced.goOn = null;
      const { length } = traced.later;
      await goOn().catch(() => {});
      traced.goOn = goOn;
      if (traced.work.signal.aborted || this.traced !== traced || traced.later.length === length) return;
      traced.hasLine = false;
      this.draw();
    }
  }

  // Draws the entries around the selected row.
  draw() {
    const { past, later, isDone } = this.traced;
    if (isDone) this.drawLine();
    const count = later.length + past.length;
    const at = (index) => (index < later.length ? later[later.length - 1 - index] : past[index - later.length]);
    let here = 0;
    for (let end = count; here < end;) {
      const middle = (here + end) >> 1;
      if (at(middle).row > this.page.row) here = middle + 1;
      else end = middle;
    }
    const start = Math.max(0, Math.min(here - mostEntries / 2, count - mostEntries));
    const end = Math.min(count, start + mostEntries);
    const more = (number, word) => (number > 0 ? [element("li", { class: "quiet", text: `and ${plural(number, `${word} step`)}` })] : []);
    const shown = Array.from({ length: end - start }, (_, index) => at(start + index)).map((entry) => (entry.made ??= this.entry(entry)));
    keepChildren(this.list, [...more(start, "newer"), ...shown, ...more(count - end, "older")]);
    this.markCurrent(start > 0);
    if (isDone && count === 0) fill(this.list, element("li", { class: "quiet", text: "No step of this recording set a value here." }));
  }

  drawLine() {
    const { traced } = this;
    const { tokens } = this.page;
    if (traced.hasLine) {
      this.line.show();
      return;
    }
    traced.hasLine = true;
    this.line.place = traced.watch ? null : printPointer(tokens);
    this.line.draw([...traced.past.toReversed(), ...traced.later], traced.watch?.text ?? printPointer(tokens), this.name);
  }

  // The entry of the current step, or else where it is between the steps that set the value.
  markCurrent(isFar) {
    const { row } = this.page;
    this.list.querySelector(".here")?.remove();
    const entries = [...this.list.children].filter((made) => made.dataset.row !== undefined);
    let current = entries.find((made) => made.dataset.row === String(row));
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "step");
    if (entries.length > 0 && !current) {
      const text = `${this.page.seq()} ${stepName(this.model, row)} left it as it was`;
      current = element("li", { class: "here quiet", "aria-current": "step", text });
      const older = entries.find((made) => Number(made.dataset.row) < row);
      if (older) older.before(current);
      else entries.at(-1).after(current);
    }
    if (isFar && !this.page.isStacked) current.scrollIntoView({ block: "nearest" });
  }

  showValue(found, row) {
    const { tokens } = this.page;
    const label = element("span", { class: "quiet", text: `at ${this.page.seq(row)}: ` });
    const value = found?.value;
    const shown = !found ? element("span", { class: "value none", text: "unknown: the journal doesn't hold this state" })
      : value === undefined ? element("span", { class: "value none", text: "nothing is here" }) : foldedValue(value, { name: nameIn(tokens) });
    fill(this.summary, label, shown);
  }

  offerPlaces(places, state) {
    this.leave();
    this.raw = state;
    this.bar.show(state);
    fill(this.summary, "Choose a value: click a place in Changes, select one in State, or search for what was on the screen.");
    fill(this.list, places.slice(0, 100).map((place) => element("li", {}, placeButton(this.page, parsePointer(place)))));
    fill(this.elsewhere);
    fill(this.stale);
  }

  // The member whose values the entries are.
  get name() {
    const { watch } = this.traced;
    return watch ? watchName(watch.text) : nameIn(this.page.tokens);
  }

  entry(entry) {
    const { row } = entry;
    const made = element("li", { class: "entry", data: { row, kind: entry.kind, status: this.model.status(row) } });
    made.append(rowButton(this.page, row), " ", rowArguments(this.model, row) ?? "", element("span", { class: "quiet", text: ` ${this.model.problemAt.has(row) ? "✗ " : ""}${entryWords(entry)}` }));
    const moved = entry.tokens && entry.kind !== "inside" && printPointer(entry.tokens) !== printPointer(this.page.tokens);
    if (moved) made.append(element("span", { class: "quiet", text: ` at ${visibleText(printPointer(entry.tokens))}` }));
    if (valuedKinds.has(entry.kind)) made.append(oldAndNew(entry, this.name));
    if (entry.inside?.length > 0 && entry.kind === "inside") made.append(operationList(this.page, entry.inside, row));
    if (entry.kind === "set" || entry.kind === "inside") made.append(this.otherChanges(entry) ?? "");
    return made;
  }

  // What the same action changed elsewhere: a value that went wrong often did so beside its cause.
  otherChanges({ row, tokens }) {
    const own = tokens ?? this.page.tokens;
    const ids = this.model.rows.places[row];
    if (own.length === 0 || ids.includes(-1)) return null;
    const removed = this.model.removed(row);
    const others = [];
    // An action may change thousands of places.
    for (let index = 0; index < ids.length && others.length <= mostOthers; index += 1) {
      const place = this.model.pointers[ids[index]];
      if (!isAtOrAbove(place, own) && !isAtOrAbove(own, place)) others.push([index < removed ? " −" : " ", placeButton(this.page, place, row)]);
    }
    if (others.length === 0) return null;
    return element("div", { class: "quiet rest" }, "also changed", others.slice(0, mostOthers), others.length > mostOthers ? " and more" : null);
  }

  // A copy that wasn't updated and a wrong reference are common bugs. So say where else the value is, or its id.
  async showElsewhere(state, value, signal, setRow) {
    const { tokens } = this.page;
    fill(this.elsewhere);
    await this.showStaleMembers(value, signal);
    if (isTelling(value)) {
      const own = { row: setRow, change: await firstLaterChange(this.page.recording, this.page.row, tokens, signal) };
      await this.listPlaces("The same value elsewhere", value, tokens, signal, undefined, own);
    }
    const owner = state.known ? ownerOf(state.value, tokens) : null;
    if (owner && !(isTelling(value) && equalJSON(owner.id, value))) await this.listPlaces(`Its id, ${shortValue(owner.id, 40)}, elsewhere`, owner.id, owner.tokens, signal, state.value);
  }

  // The members of an object that are copies which an action forgot.
  async showStaleMembers(value, signal) {
    const { page } = this;
    const members = await staleMembers(page.recording, page.row, page.tokens, value, signal);
    if (signal.aborted) return;
    fill(this.stale, members.map((stale) => element("p", { class: "status-line" }, placeButton(page, stale.tokens), endOfValue(page, stale.change, stale.row),
      staleHint(page, stale, { change: stale }, printPointer(stale.place)))));
  }

  // A copy that one action changed in one place only: the other place is stale.
  async showStale(other, own, item, place, value, signal) {
    const { page, summary } = this;
    if (own.row < 0 || !mayBeCopies(value, page.tokens, place) || this.model.abandoned[other.row] !== this.model.abandoned[own.row]) return;
    const isOtherStale = await isStaleAfter(page.recording, other, own, signal);
    const isOwnStale = !isOtherStale && (await isStaleAfter(page.recording, own, other, signal));
    if (signal.aborted) return;
    if (isOtherStale) item.append(staleHint(page, other, own, printPointer(page.tokens)));
    if (isOwnStale) summary.append(endOfValue(page, own.change, own.row), staleHint(page, own, other, printPointer(place)));
  }

  // `ownSet` is the row that set the shown value, and its later change: then say which of both went stale.
  async listPlaces(title, value, own, signal, state, ownSet) {
    const others = new Map();
    const text = typeof value === "string" ? value : value.literal;
    await new ValueSearch(this.page.recording, text, (found) => {
      if (found.inAction || found.isName || others.size >= 40 || !equalJSON(found.value, value)) return;
      const place = parsePointer(found.place);
      if (!isAtOrAbove(own, place)) others.set(found.place, { place, row: found.row });
    }, signal).run();
    if (others.size === 0 || signal.aborted) return;
    const list = element("ul", { class: "entries" });
    this.elsewhere.append(element("h3", { text: visibleText(title) }), list);
    for (const { place, row } of [...others.values()].sort((a, b) => a.row - b.row).slice(-20)) {
      const item = element("li", { class: "entry" }, placeButton(this.page, place, row), " set by ", rowButton(this.page, row));
      list.append(item);
      let end = place;
      const change = await firstLaterChange(this.page.recording, row, place, signal, (tokens) => (end = tokens));
      if (signal.aborted) return;
      item.append(endOfValue(this.page, change, row));
      if (printPointer(end) !== printPointer(place)) item.append(", last seen at ", placeButton(this.page, end, this.page.recording.lastStateRow));
      if (ownSet) await this.showStale({ row, change }, ownSet, item, place, value, signal);
      const parent = place.slice(0, -1);
      if (state === undefined || !(valueAt(state, parent) instanceof Map)) continue;
      const last = await lastChange(this.page.recording, parent, signal);
      if (last >= 0 && last !== row) item.append(element("span", { class: "quiet" }, "; ", placeButton(this.page, parent, this.page.row), " last changed by ", rowButton(this.page, last)));
    }
  }
}

/** The last of some rows that is `row` or before it: the one that set the value there. */
function setRowOf(rows, row) {
  return rows.reduce((last, one) => (one <= row && one > last ? one : last), -1);
}

/** The nearest object around a place that has an `id`: `{ id, tokens }`, or null. */
function ownerOf(state, tokens) {
  for (let depth = tokens.length; depth > 0; depth -= 1) {
    const around = tokens.slice(0, depth);
    const value = valueAt(state, around);
    const id = value instanceof Map ? value.get("id") : undefined;
    if (typeof id === "string" ? id.length > 1 : id instanceof JSONNumber && id.literal.length > 1) return { id, tokens: around };
  }
  return null;
}

/** The kinds of entries whose rows didn't set the value, and of those with a value. */
const asideKinds = new Set(["inside", "known", "shape", "reshaped"]);
const valuedKinds = new Set(["set", "first", "recorded", "rewind", "known", "shape"]);

function entryWords(entry) {
  if (entry.kind === "rewind") return `went back to state ${entry.to}`;
  if (entry.kind === "gap") return "actions are missing here: one of them may have set the value";
  if (entry.kind === "unknown" && entry.isCertain) return "changed it: the journal doesn't hold the value";
  if (entry.kind === "unknown") return "may have changed it: the journal doesn't hold the state after it";
  if (entry.kind === "recorded") return "the journal records";
  if (entry.kind === "known") return "didn't set it. The difference here shows what it was:";
  if (entry.kind === "shape") return "in the recorded shape, it was";
  if (entry.kind === "reshaped") return `changed ${visibleText(entry.place)} as recorded`;
  if (entry.kind === "first") return "the recording starts with";
  if (entry.kind === "inside") return `changed ${plural(entry.inside.length, "value")} inside`;
  if (entry.value === undefined) return "removed";
  return entry.was === undefined ? "added" : "changed";
}

function oldAndNew(entry, name) {
  return element("div", { class: "values" }, changedValues(entry.was, entry.value, { name }), differenceNote(entry.was, entry.value, name));
}

/** By how much a number changed, as a note; null for other values, and for ids and times. */
function differenceNote(was, value, name) {
  const difference = isIDName(name) || dateOf(was, name) || dateOf(value, name) ? null : numberDifference(was, value);
  return difference === null ? null : element("span", { class: "note", text: ` ${difference}` });
}

/** By how much a number changed, with a sign and in all digits: `+0.25`; null for other values and for numbers with an exponent. */
function numberDifference(was, value) {
  if (![was, value].every((one) => one instanceof JSONNumber && /^-?[0-9]{1,40}(\.[0-9]{1,40})?$/.test(one.literal))) return null;
  const fractions = [was, value].map(({ literal }) => literal.split(".")[1] ?? "");
  const digits = Math.max(...fractions.map(({ length }) => length));
  const [old, current] = [was, value].map(({ literal }, index) => BigInt(literal.replace(".", "") + "0".repeat(digits - fractions[index].length)));
  const change = current - old;
  if (change === 0n) return null;
  const text = String(change < 0n ? -change : change).padStart(digits + 1, "0");
  const whole = text.length - digits;
  const fraction = text.slice(whole).replace(/0+$/, "");
  return `${change < 0n ? "−" : "+"}${text.slice(0, whole)}${fraction && `.${fraction}`}`;
}

/** Until when a value stayed: the step that replaced it, or that it is still there. */
function endOfValue(page, end, row) {
  const rewind = page.model.abandoned[row];
  if (!end && rewind) return element("span", {}, " until the rewind at ", rowButton(page, rewind));
  const unknown = end ? -1 : unknownAfter(page.model, row);
  if (unknown >= 0) return element("span", { class: "stays" }, " still there before ", rowButton(page, unknown), ", not known from there on");
  if (!end) return element("span", { class: "stays", text: page.live ? ` still there at ${page.recording.head.last}` : " still there at the end" });
  const words = end.value === undefined ? "removed by " : "until ";
  return element("span", {}, ` ${words}`, rowButton(page, end.row),
    end.value === undefined ? null : element("span", { class: "quiet" }, " → ", valueText(end.value, { name: nameIn(end.tokens ?? []), limit: 60 })));
}

/** The first row after another whose state the page doesn't hold; -1 if it holds all. */
function unknownAfter(model, row) {
  const seq = model.rows.seq[row];
  let differing = -1; // what follows a difference says whether its state is held
  for (const [from, to, word] of model.head.states) {
    if (to <= seq) continue;
    if (word === "not proven" || word === "missing") return model.recording.rowOf(differing >= 0 ? differing : Math.max(from, seq + 1));
    differing = word === "differs" ? from : -1;
  }
  return differing >= 0 ? model.recording.rowOf(differing) : -1;
}

/** Says which action changed an equal value elsewhere, and how long this one was stale. */
function staleHint(page, value, other, place) {
  const { rows } = page.model;
  const link = rowButton(page, other.change.row);
  link.dataset.stale = value.change ? "repaired" : "stays";
  const strong = (text) => element("strong", { class: "stale", text });
  const until = value.change ? ` (stale from ${rows.seq[other.change.row]} to ${rows.seq[value.change.row]})` : "";
  return element("span", {}, strong(", but "), link, strong(` changed it at ${visibleText(placeName(place))}${until}`));
}
