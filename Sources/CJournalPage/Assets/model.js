// What the views show, without any element of the page: filters, states, problems, causes, lanes.

const kindWords = {
  s: "session", i: "state", a: "action", "!": "refused", t: "interrupted", r: "rewind", m: "mark", g: "gap",
  u: "unknown record", e: "end", b: "only in the other journal",
};

/** The signs in front of rows of these kinds. */
const kindSigns = { "!": "!", t: "†", r: "↶", m: "⚑", g: "┄" };

class Model {
  constructor(recording) {
    this.recording = recording;
    this.head = recording.head;
    this.rows = recording.rows;
    this.count = 0;
    this.pointers = [];
    this.problemAt = new Map();
    this.problemCount = 0;
    this.caused = new Map();
    this.marks = new Map();
    this.everyRow = Array.from({ length: recording.count }, (_, row) => row);
    this.ordered = this.everyRow;
    this.visible = this.everyRow;
    this.isShown = null; // the filter
    this.lowerTexts = []; // for searches
    this.extend();
  }

  /** Takes in the rows that the recording has got since. */
  extend() {
    const { recording, rows, head } = this;
    const from = this.count;
    this.count = recording.count;
    this.abandoned = recording.abandoned;
    for (let id = this.pointers.length; id < rows.pointers.length; id += 1) this.pointers.push(parsePointer(rows.pointers[id]));
    const hasProblems = this.problemCount < head.problems.length || from === 0;
    for (; this.problemCount < head.problems.length; this.problemCount += 1) {
      const problem = head.problems[this.problemCount];
      const row = this.rowOfProblem(problem);
      if (row >= 0 && !this.problemAt.has(row)) this.problemAt.set(row, problem);
    }
    if (hasProblems) this.problemRows = [...this.problemAt.keys()].sort((a, b) => a - b);
    for (let row = from; row < this.count; row += 1) {
      this.everyRow[row] = row;
      if (rows.cause?.[row] !== undefined) addTo(this.caused, rows.cause[row], row);
      if (rows.kind[row] === "m") addTo(this.marks, rows.to[row], row);
    }
    this.sessionRows = head.sessions.map((session) => session.row);
    this.volatile = null;
    if (this.ordered === this.everyRow && this.isShown) this.showFiltered(from);
  }

  // A gap and a torn line have rows of their own, behind the one that set the state.
  rowOfProblem({ seq, kind, row: known }) {
    if (known !== undefined) return known;
    let row = this.recording.rowOf(seq);
    const own = { gap: "g", torn: "e" }[kind];
    while (own && row >= 0 && this.rows.kind[row] !== own && this.rows.seq[row + 1] === seq) row += 1;
    return row;
  }

  problemsAt(row) {
    return this.problemAt.has(row) ? this.head.problems.filter((problem) => this.rowOfProblem(problem) === row) : [];
  }

  isAction(row) {
    return row >= 0 && "a!t".includes(this.rows.kind[row]);
  }

  type(row) {
    return this.rows.types[this.rows.type[row]] ?? "";
  }

  /** The word for how sure the state of a row is: proven, recorded, converted, differs, not proven, missing. */
  status(row) {
    const seq = this.rows.seq[row];
    const ranges = this.head.states;
    let low = 0;
    let high = ranges.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ranges[middle][1] < seq) low = middle + 1;
      else high = middle;
    }
    const range = ranges[low];
    return range && range[0] <= seq && seq <= range[1] ? range[2] : "missing";
  }

  /** Whether some states have today's shape rather than the recorded one. */
  get isConverted() {
    return this.head.states.some(([, , word]) => word === "converted");
  }

  /** What a recording without a known problem is worth, in a sentence. */
  get withoutProblem() {
    const counts = { proven: 0, other: 0 };
    for (const [first, last, word] of this.head.states) counts[word === "proven" ? "proven" : "other"] += last - first + 1;
    if (counts.other === 0) return "Every state is proven: today's app does the same.";
    return `No problem is known, but ${counts.proven === 0 ? "no state is proven" : `${plural(counts.other, "state")} of ${groupDigits(counts.proven + counts.other)} aren't proven`}.`;
  }

  session(row) {
    const { sessions } = this.head;
    let low = 0;
    let high = sessions.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (sessions[middle].row <= row) low = middle;
      else high = middle - 1;
    }
    return sessions[low];
  }

  /** What today's app does at a row, if it does something else there. */
  today(row) {
    return this.recording.today(row);
  }

  /** How the actions of each type compare. While a recording grows, this takes at most a twentieth of the time, so the last rows may be missing. */
  async compared() {
    const start = performance.now();
    if (this.comparisons && (this.comparisons.count === this.count || start < this.comparedUntil)) {
      await this.comparisons.ready();
      return this.comparisons;
    }
    this.comparisons = new Comparisons(this);
    this.comparedUntil = Infinity;
    await this.comparisons.ready();
    this.comparedUntil = performance.now() + 19 * (performance.now() - start);
    return this.comparisons;
  }

  /** Finds which differences a later action sets again. It reads the rows in slices. */
  async settle() {
    this.setAgain = await rowsThatSetAgain(this, new Slice());
  }

  /** The row at which to open, or -1: of the differences, the first one that still stands at the end. */
  get opening() {
    const { open, against } = this.head;
    if (open === null || open === undefined) return -1;
    if (against) return this.problemRows[0];
    const row = this.recording.rowOf(open);
    if (!this.setAgain.get(row)) return row;
    return this.problemRows.find((one) => this.today(one)?.members?.length > 0 && !this.setAgain.has(one)) ?? row;
  }

  /** The seq of the other journal's state that an equal step led to; null if there is none. */
  partner(row) {
    const seq = this.rows.seq[row];
    const run = this.recording.sets(row) ? this.head.against?.runs.findLast(([here]) => here <= seq) : undefined;
    return run && seq < run[0] + run[2] ? run[1] + seq - run[0] : null;
  }

  causeRow(row) {
    const seq = this.rows.cause?.[row];
    return seq === undefined ? -1 : this.recording.rowOf(seq);
  }

  causedRows(row) {
    return this.isAction(row) ? this.caused.get(this.rows.seq[row]) ?? [] : [];
  }

  /** The rows of the marks at the state that a row set. A mark may have been added much later. */
  markRows(row) {
    return this.recording.sets(row) ? this.marks.get(this.rows.seq[row]) ?? [] : [];
  }

  /** The places that a row changed, as pointers. Null if they are unknown. */
  places(row) {
    const ids = this.rows.places[row] ?? [];
    return ids.includes(-1) ? null : ids.map((id) => this.rows.pointers[id]);
  }

  /** How many of a row's places, the first ones, it removed, as far as the report says so. */
  removed(row) {
    return this.rows.removed?.[row] ?? 0;
  }

  /** These places, removed ones with a sign; those at which today's app differs come first. */
  placesByWeight(row) {
    const places = this.places(row);
    if (!places) return places;
    const signed = places.map((place, index) => ({ place, text: index < this.removed(row) ? `−${place}` : placeName(place) }));
    const { members = [] } = this.today(row) ?? {};
    const differs = ({ place }) => members.some((member) => `${place}/`.startsWith(`${member.place}/`) || `${member.place}/`.startsWith(`${place}/`));
    return [...signed.filter(differs), ...signed.filter((one) => !differs(one))].map(({ text }) => text);
  }

  /** Whether a place is at or below one that the app declared volatile. A `*` stands for any key. */
  isVolatile(tokens) {
    this.volatile ??= this.head.sessions.flatMap((session) => (session.volatile ?? []).map(parsePointer));
    return this.volatile.some((place) => place.length <= tokens.length && place.every((token, depth) => token === "*" || token === tokens[depth]));
  }

  /** The places of the members that identify elements, as the app of a row's session chose them, as tokens. */
  identity(row) {
    const session = this.session(row);
    return (session.identityPlaces ??= (session.identity ?? []).map(parsePointer));
  }

  /** Puts the rows in an order: as recorded, those with the slowest reducers first, or by cause. */
  setOrder(order) {
    this.order = order;
    const orders = { slowest: slowestRows, cause: rowsByCause };
    const { rows, depths } = orders[order]?.(this) ?? { rows: this.everyRow };
    this.ordered = rows;
    this.depths = depths ?? null;
  }

  /**
   * Shows the rows that a filter lets through: a text, the rows where a search found values, the types that it doesn't
   * hide, and a range of seqs.
   */
  setFilter({ text = "", hidden = new Set(), found = null, range = null }) {
    const needle = text.trim().toLowerCase();
    const [first, last] = range ?? [-Infinity, Infinity];
    const { seq, type } = this.rows;
    this.isShown = needle === "" && hidden.size === 0 && !range ? null : (row) => (this.isMatch(row, needle) || found?.has(row)) && !hidden.has(type[row]) && seq[row] >= first && seq[row] <= last;
    this.showFiltered(0);
  }

  // Filters the ordered rows from an index on.
  showFiltered(from) {
    this.positions = null;
    if (!this.isShown) this.visible = this.ordered;
    if (!this.isShown) return;
    if (from === 0) this.visible = [];
    for (let index = from; index < this.ordered.length; index += 1) if (this.isShown(this.ordered[index])) this.visible.push(this.ordered[index]);
  }

  // Whether a row contains a text. While a search goes on, the same text is wanted again and again.
  isMatch(row, needle) {
    if (needle === "") return true;
    if (this.matched?.needle !== needle) this.matched = { needle, flags: [], matches: this.matcher(needle) };
    const { flags, matches } = this.matched;
    return (flags[row] ??= matches(row));
  }

  /** How many of the visible rows are actions. */
  visibleActions() {
    if (this.visible === this.everyRow) return this.head.actions;
    let count = 0;
    for (const row of this.visible) if (this.isAction(row)) count += 1;
    return count;
  }

  /** What to search for: a slash that begins no place of the state was only the key that focuses the field. */
  searchText(text) {
    if (!text.startsWith("/") || text === "/") return text;
    const wanted = text.toLowerCase();
    return this.rows.pointers.some((place) => place.toLowerCase().startsWith(wanted) || wanted.startsWith(`${place.toLowerCase()}/`) && place !== "") ? text : text.slice(1);
  }

  /** Does what a search needs first, in slices. */
  async prepareSearch() {
    const slice = new Slice();
    for (let row = this.lowerTexts.length; row < this.count; row = this.lowerTexts.length) {
      this.lowerTexts.push(this.rows.text[row].toLowerCase());
      if (row % 512 === 0 && slice.isOver) await slice.rest();
    }
  }

  // The answers for types and pointers are made once. More of them may come.
  matcher(needle) {
    const { types, pointers, type, text, places } = this.rows;
    if (needle.startsWith("/")) {
      const wanted = needle.replace(/\/$/, "");
      const isHit = once((id) => {
        const place = pointers[id].toLowerCase();
        return place.startsWith(wanted) || wanted.startsWith(`${place}/`);
      });
      return (row) => places[row].some((id) => id < 0 || isHit(id));
    }
    const isType = once((id) => types[id].toLowerCase().includes(needle));
    // A single letter is in nearly every place.
    const isPlace = once((id) => needle.length > 1 && placeName(pointers[id]).toLowerCase().includes(needle));
    return (row) => (type[row] >= 0 && isType(type[row])) || (this.lowerTexts[row] ??= text[row].toLowerCase()).includes(needle) || places[row].some((id) => id >= 0 && isPlace(id));
  }

  /** The index in the visible rows of a row, or, in the recorded order, of the last one before it; -1 if there is none. */
  indexOf(row) {
    if (this.ordered !== this.everyRow) {
      this.positions ??= new Map([...this.visible].map((one, index) => [one, index]));
      return this.positions.get(row) ?? -1;
    }
    let low = 0;
    let high = this.visible.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.visible[middle] <= row) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Whether the filter shows a row. */
  isVisible(row) {
    return this.visible[this.indexOf(row)] === row;
  }

  nextProblem(row, direction) {
    return direction > 0 ? this.problemRows.find((one) => one > row) : this.problemRows.findLast((one) => one < row);
  }
}

function addTo(lists, key, value) {
  if (!lists.has(key)) lists.set(key, []);
  lists.get(key).push(value);
}

/** A function of numbers from 0 on that is called once for each. */
function once(work) {
  const known = [];
  return (number) => (known[number] ??= work(number));
}
