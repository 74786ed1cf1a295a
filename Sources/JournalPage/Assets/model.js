// What the views show, without any element of the page: filters, states, problems, causes, lanes.

const kindWords = {
  s: "session", i: "state", a: "action", "!": "refused", t: "interrupted", r: "rewind", m: "mark", g: "gap",
  u: "unknown record", e: "end",
};

class Model {
  constructor(recording) {
    this.recording = recording;
    this.head = recording.head;
    this.rows = recording.rows;
    this.count = recording.count;
    this.abandoned = recording.abandoned ??= abandonedRows(recording);
    this.pointers = this.rows.pointers.map(parsePointer);
    this.problemAt = new Map();
    for (const problem of this.head.problems) {
      const row = recording.rowOf(problem.seq);
      if (row >= 0 && !this.problemAt.has(row)) this.problemAt.set(row, problem);
    }
    this.problemRows = [...this.problemAt.keys()].sort((a, b) => a - b);
    this.caused = new Map();
    for (const [row, seq] of Object.entries(this.rows.cause ?? {})) {
      if (!this.caused.has(seq)) this.caused.set(seq, []);
      this.caused.get(seq).push(Number(row));
    }
    this.sessionRows = this.head.sessions.map((session) => session.row);
    this.everyRow = Int32Array.from({ length: this.count }, (_, row) => row);
    this.visible = this.everyRow;
  }

  isAction(row) {
    return row >= 0 && "a!t".includes(this.rows.kind[row]);
  }

  type(row) {
    return this.rows.types[this.rows.type[row]] ?? "";
  }

  /** The word for how sure the state of a row is: proven, recorded, differs, not proven, missing. */
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

  session(row) {
    return this.head.sessions.findLast((session) => session.row <= row) ?? this.head.sessions[0];
  }

  /** What today's app does at a row, if it does something else there. */
  today(row) {
    return (this.head.today ?? []).find((one) => this.recording.rowOf(one.seq) === row);
  }

  causeRow(row) {
    const seq = this.rows.cause?.[row];
    return seq === undefined ? -1 : this.recording.rowOf(seq);
  }

  causedRows(row) {
    return this.isAction(row) ? this.caused.get(this.rows.seq[row]) ?? [] : [];
  }

  /** The places that a row changed, as pointers. Null if they are unknown. */
  places(row) {
    const ids = this.rows.places[row] ?? [];
    return ids.includes(-1) ? null : ids.map((id) => this.rows.pointers[id]);
  }

  isVolatile(tokens) {
    return this.head.sessions.some((session) => (session.volatile ?? []).some((place) => isAtOrAbove(parsePointer(place), tokens)));
  }

  /** Shows the rows that a filter lets through: a text, the rows where a search found values, and a range of seqs. */
  setFilter({ text = "", found = null, range = null }) {
    const needle = text.trim().toLowerCase();
    if (needle === "" && !range) {
      this.visible = this.everyRow;
      return;
    }
    const matches = needle === "" ? () => true : this.matcher(needle, found);
    const [first, last] = range ?? [-Infinity, Infinity];
    this.visible = this.everyRow.filter((row) => this.rows.seq[row] >= first && this.rows.seq[row] <= last && matches(row));
  }

  /** What to search for: a slash that begins no place of the state was only the key that focuses the field. */
  searchText(text) {
    if (!text.startsWith("/") || text === "/") return text;
    const wanted = text.toLowerCase();
    return this.rows.pointers.some((place) => place.toLowerCase().startsWith(wanted) || wanted.startsWith(`${place.toLowerCase()}/`) && place !== "") ? text : text.slice(1);
  }

  matcher(needle, found) {
    if (needle.startsWith("/")) {
      const wanted = needle.replace(/\/$/, "");
      const hits = this.rows.pointers.map((place) => {
        const lower = place.toLowerCase();
        return lower !== "" && (lower.startsWith(wanted) || wanted.startsWith(`${lower}/`));
      });
      return (row) => this.rows.places[row].some((id) => id < 0 || hits[id]);
    }
    const types = this.rows.types.map((type) => type.toLowerCase().includes(needle));
    return (row) => types[this.rows.type[row]] || this.rows.text[row].toLowerCase().includes(needle) || found?.has(row);
  }

  /** The index in the visible rows of a row, or of the last one before it; -1 if there is none. */
  indexOf(row) {
    let low = 0;
    let high = this.visible.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.visible[middle] <= row) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  nextProblem(row, direction) {
    return direction > 0 ? this.problemRows.find((one) => one > row) : this.problemRows.findLast((one) => one < row);
  }

  /** Whether the other actions of a row's type change the same places: `{ others, same, places }`, or null. */
  comparison(row) {
    const type = this.rows.type[row];
    if (!this.isAction(row) || this.rows.kind[row] !== "a") return null;
    const shape = this.shape(row);
    let others = 0;
    let same = 0;
    const different = [];
    for (let other = 0; other < this.count; other += 1) {
      if (other === row || this.rows.type[other] !== type || this.rows.kind[other] !== "a") continue;
      others += 1;
      if (this.shape(other) === shape) same += 1;
      else if (different.length < 3) different.push(other);
    }
    return { others, same, shape, different };
  }

  // The places that a row changed, with * for the keys of collections.
  shape(row) {
    this.patterns ??= patternsOf(this.pointers);
    const patterns = (this.rows.places[row] ?? []).map((id) => (id < 0 ? "?" : this.patterns[id]));
    return [...new Set(patterns)].sort().join("  ");
  }
}

/** Pointers with `*` for the keys of a collection: indexes, keys with digits, and keys with many siblings. */
function patternsOf(pointers) {
  const children = new Map();
  for (const tokens of pointers) {
    for (let depth = 1; depth <= tokens.length; depth += 1) {
      const parent = printPointer(tokens.slice(0, depth - 1));
      if (!children.has(parent)) children.set(parent, new Set());
      children.get(parent).add(tokens[depth - 1]);
    }
  }
  const isCollection = new Map();
  for (const [parent, names] of children) {
    const keys = [...names];
    isCollection.set(parent, keys.length > 12 || keys.some((key) => /[0-9]/.test(key)) || (parent !== "" && keys.length > 4));
  }
  return pointers.map((tokens) => {
    let parent = "";
    return tokens.map((token) => {
      const pattern = isCollection.get(parent) ? "*" : token;
      parent += printPointer([token]);
      return `/${pattern}`;
    }).join("");
  });
}
