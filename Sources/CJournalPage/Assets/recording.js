// A recording: its rows, its steps, and the state at each row. The page reads a journal through this class alone.

/** Keeps the values used last, up to a total weight. */
class RecentlyUsed {
  constructor(limit) {
    this.limit = limit;
    this.weight = 0;
    this.entries = new Map();
  }

  get(key) {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  delete(key) {
    this.weight -= this.entries.get(key)?.weight ?? 0;
    this.entries.delete(key);
  }

  set(key, value, weight = 1) {
    this.weight += weight - (this.entries.get(key)?.weight ?? 0);
    this.entries.delete(key);
    this.entries.set(key, { value, weight });
    for (const [oldest, entry] of this.entries) {
      if (this.weight <= this.limit || oldest === key) break;
      this.entries.delete(oldest);
      this.weight -= entry.weight;
    }
  }
}

/** A longer step is read in slices. */
const longestAtOnce = 100_000;

/** The kinds of rows that set a state. All others keep the state before them. */
const settingKinds = "ia!tr";

class Recording {
  constructor(source) {
    this.source = source;
    this.head = source.head;
    this.rows = source.rows;
    this.count = 0;
    this.blocks = new RecentlyUsed(64e6);
    this.steps = new RecentlyUsed(24e6);
    this.loading = new Map();
    this.states = new RecentlyUsed(24);
    // The rows whose states the journal holds in another shape than today's. Their steps have the operations that lead there.
    this.recordedRows = new Set(source.rows.recorded);
    this.firstSeq = this.rows.seq[0] ?? 0;
    this.rowsBySeq = [];
    this.baseCount = 0;
    this.version = 0;
    /** For each row the rewind that abandoned it, or 0 if the last state follows from it. */
    this.abandoned = new Array(this.rows.seq.length).fill(0);
    this.extend();
  }

  /** Takes in the rows that the source has got since. */
  extend() {
    const { seq, kind, bases } = this.rows;
    const from = this.count;
    this.count = seq.length;
    for (let row = from; row < this.count; row += 1) {
      const place = seq[row] - this.firstSeq;
      const known = this.rowsBySeq[place];
      if (known === undefined || !this.sets(known)) this.rowsBySeq[place] = row;
      this.abandoned[row] = 0;
    }
    if (kind.includes("r", from)) this.abandoned = abandonedRows(this);
    // The last block may have grown, and a later line may hold the state of an earlier row.
    const rows = from > 0 ? [from - 1, ...bases.slice(this.baseCount)] : [];
    for (const row of rows) {
      this.blocks.delete(this.blockOf(row));
      this.steps.delete(row);
    }
    this.baseCount = bases.length;
    this.version += 1;
    /** The row of the last state, or -1. */
    this.lastStateRow = this.rowOf(this.head.last);
  }

  sets(row) {
    return settingKinds.includes(this.rows.kind[row]);
  }

  /** The row that set the state with this seq, or -1. */
  rowOf(seq) {
    return this.rowsBySeq[seq - this.firstSeq] ?? -1;
  }

  blockOf(row) {
    const ranges = this.source.steps;
    let low = 0;
    let high = ranges.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ranges[middle][1] < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * The expressions that the tool watched: `{ text, rows, values }`, of the rows at which a value changed. A value is
   * `{ value }`, `{}` if there is none, or null if it is unknown.
   */
  watches() {
    return (this.watching ??= this.loadWatches());
  }

  async loadWatches() {
    if ((this.head.watches ?? []).length === 0) return [];
    const watches = [];
    for (const line of (await this.source.text("watches")).split("\n")) {
      const watch = await parseJSONInSlices(line, new Slice());
      const values = watch.get("values").map((known) => (known ? { value: known.get("value") } : null));
      watches.push({ text: watch.get("text"), rows: watch.get("rows").map((row) => Number(row.literal)), values });
    }
    return watches;
  }

  /** The text of each step of a block, for searches that don't need its values. */
  async blockLines(index) {
    const asked = this.version;
    for (;;) {
      const known = this.blocks.get(index);
      if (known) return known;
      const { lines, length, version } = await this.loadOnce(`block ${index}`, async () => {
        const begun = this.version;
        const text = await this.source.block(index);
        return { lines: text.split("\n"), length: text.length, version: begun };
      });
      if (version === this.version) this.blocks.set(index, lines, length);
      // What came before the question mustn't be missing.
      if (version >= asked) return lines;
    }
  }

  // Whoever asks meanwhile waits for the same work.
  loadOnce(name, load) {
    if (!this.loading.has(name)) this.loading.set(name, load().finally(() => this.loading.delete(name)));
    return this.loading.get(name);
  }

  /** The step of a row: a Map with `action`, `patch` and so on. */
  async step(row) {
    const known = this.steps.get(row);
    if (known) return known;
    const index = this.blockOf(row);
    const lines = this.blocks.get(index) ?? (await this.blockLines(index));
    const line = lines[row - this.source.steps[index][0]] ?? "{}";
    if (line.length > longestAtOnce) return this.loadOnce(`step ${row}`, async () => this.keepStep(row, line, await parseJSONInSlices(line, new Slice())));
    return this.keepStep(row, line, parseJSON(line));
  }

  keepStep(row, line, step) {
    this.steps.set(row, step, line.length);
    return step;
  }

  /**
   * The state after a row: `{ value, known: true }`.
   *
   * If the journal doesn't hold it: `{ known: false, brokenAt, next }`, the row from which on it is unknown, and the
   * next row whose state is known, or -1.
   */
  async stateAt(row, signal) {
    const slice = new Slice(signal);
    const undone = await this.stateBefore(row, slice);
    if (undone !== undefined) return this.keep(row, undone);
    const patches = [];
    let current = row;
    let state;
    while (state === undefined) {
      if (current < 0) return this.unknown(0, row);
      state = this.states.get(current);
      if (state !== undefined) break;
      if (!this.sets(current)) {
        current -= 1;
        continue;
      }
      const step = await this.step(current);
      if (slice.isOver) await slice.rest();
      const earlier = this.equalRow(current, step);
      if (step.has("state")) {
        state = step.get("state");
      } else if (earlier !== undefined) {
        if (earlier < 0 || earlier >= current) return this.unknown(current, row);
        current = earlier;
      } else if (step.has("patch")) {
        patches.push(step.get("patch"));
        current -= 1;
      } else if (this.rows.kind[current] === "!") {
        current -= 1;
      } else {
        return this.unknown(current, row);
      }
    }
    const owned = new Set();
    for (let index = patches.length - 1; index >= 0; index -= 1) {
      state = applyPatch(state, patches[index], owned);
      if (index % 64 === 0 && slice.isOver) await slice.rest();
    }
    return this.keep(row, state);
  }

  /** What today's app does at a row, if it does something else there. */
  today(row) {
    this.todayAt ??= new Map((this.head.today ?? []).map((one) => [this.rowOf(one.seq), one]));
    return this.todayAt.get(row);
  }

  /** What the report says of the recorded value at a place where today's app differs: `{ value }`, or undefined. */
  recordedValue(row, tokens) {
    for (const { place, recorded } of this.today(row)?.members ?? []) {
      const around = parsePointer(place);
      if (!recorded || !isAtOrAbove(around, tokens)) continue;
      if (recorded.effect === "removed") return { value: undefined };
      if (recorded.value !== undefined) return { value: valueAt(parseJSON(recorded.value), tokens.slice(around.length)) };
    }
    return undefined;
  }

  keep(row, state) {
    this.states.set(row, state);
    return { value: state, known: true };
  }

  /** The earlier row whose state a row's state equals: -1 if the file doesn't hold it, undefined if there is none. */
  equalRow(row, step) {
    if (this.rows.kind[row] === "r") return this.rowOf(this.rows.to[row]);
    if (!step.has("sameAs")) return undefined;
    return this.rowOf(Number(step.get("sameAs").literal));
  }

  unknown(brokenAt, row) {
    const next = this.rows.bases.find((base) => base > row);
    return { value: undefined, known: false, brokenAt, next: next ?? -1 };
  }

  /** The first row of those whose states are unknown around a row; the row itself if its state is known. */
  unknownFrom(row) {
    const seq = this.rows.seq[row];
    const range = this.head.states.find(([, to]) => to >= seq);
    return range && range[0] <= seq && range[2] === "not proven" ? Math.max(0, Math.min(row, this.rowOf(range[0]))) : row;
  }

  /** The last row before `row` whose state is known, or -1. */
  async lastKnownBefore(row, signal) {
    for (let current = row - 1; current >= 0; current -= 1) {
      current = this.unknownFrom(current);
      const state = await this.stateAt(current, signal);
      if (state.known) return current;
      current = state.brokenAt;
    }
    return -1;
  }

  /** The state after a row; if it is unknown, the last known one before it, or undefined. */
  async nearestState(row, signal) {
    const state = await this.stateAt(row, signal);
    if (state.known) return state.value;
    const known = await this.lastKnownBefore(row, signal);
    return known < 0 ? undefined : (await this.stateAt(known, signal)).value;
  }

  /** The value at a place after a row whose state is unknown: `{ value }` if nothing can have changed it since it was known, else undefined. */
  async lastValue(row, tokens, signal) {
    const known = await this.lastKnownBefore(row, signal);
    const slice = new Slice(signal);
    const relevance = new Map();
    for (let current = row; current > known; current -= 1) {
      if (slice.isOver) await slice.rest();
      const recorded = this.recordedValue(current, tokens);
      if (recorded) return recorded;
      if (mayChange(this.rows, current, tokens, relevance)) return undefined;
    }
    return known < 0 ? undefined : { value: valueAt((await this.stateAt(known, signal)).value, tokens) };
  }

  /** A state that the journal doesn't hold, as far as the last known one says it: see `UnknownValue`. Undefined if it says nothing. */
  async partialState(row, signal) {
    const known = await this.lastKnownBefore(row, signal);
    if (known < 0) return undefined;
    const { value } = await this.stateAt(known, signal);
    return new PartialState(this, value).after(known, row, new Slice(signal));
  }

  // The state at a row, by undoing patches from a state that is known a little further on.
  async stateBefore(row, slice) {
    if (this.states.get(row) !== undefined) return undefined;
    let later = row + 1;
    while (later <= row + 32 && !this.states.entries.has(later)) later += 1;
    if (later > row + 32 || later >= this.count) return undefined;
    const patches = [];
    for (let current = later; current > row; current -= 1) {
      if (!this.sets(current)) continue;
      const step = await this.step(current);
      const patch = step.get("patch");
      if (!patch) return undefined;
      patches.push(patch);
    }
    let state = this.states.get(later);
    if (state === undefined) return undefined;
    const owned = new Set();
    for (const patch of patches) {
      if (!patch.every((operation) => keepsOrder(operation, state))) return undefined;
      state = undoPatch(state, patch, owned);
    }
    if (slice.isOver) await slice.rest();
    return state;
  }

  /** Finds the steps that set the value at `tokens`: first those up to `row`, newest first, then the later ones. */
  history(row, tokens, onFound, signal) {
    return traceHistory(this, row, tokens, onFound, signal);
  }
}

// A member that is put back comes last in its object. So undo no removal of one: apply patches from further back.
function keepsOrder(operation, state) {
  const op = operation.get("op");
  if (op !== "remove" && op !== "move") return true;
  return Array.isArray(valueAt(state, parsePointer(operation.get(op === "move" ? "from" : "path")).slice(0, -1)));
}
