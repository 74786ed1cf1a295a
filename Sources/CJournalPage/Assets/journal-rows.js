// The rows of a journal that is read line by line, in the columns that the page shows.

const stepsPerBlock = 256;
const bytesPerBlock = 1 << 20;

/** Builds the head, the rows and the places of the steps from a journal's records, in order. */
class JournalRows {
  constructor() {
    this.kinds = [];
    this.rows = { seq: [], types: [], pointers: [], to: {}, bases: [] };
    this.newRows = emptyColumns(); // what the page alone needs, until it has it
    this.starts = []; // the offsets of each row's line, -1 if it has none
    this.ends = [];
    this.states = new Map(); // for a row whose state a later snapshot repeats: the offsets of that line
    this.typeIDs = new Map();
    this.pointerIDs = new Map();
    this.sessions = [];
    this.blocks = [];
    this.blockBytes = 0;
    this.header = null;
    this.hasNamesOnly = false;
    this.isVolatile = false;
    this.app = null;
    this.time = 0;
    this.started = 0;
    this.isSealed = false;
    this.isKeyed = false;
    this.setter = -1; // the last row that set a state
    this.hash = null; // that state's hash, if known
    this.counts = { actions: 0, refused: 0, rewinds: 0 };
    this.problems = [];
    this.proofs = []; // the words of the states, as runs
    this.first = 0;
    this.last = 0;
    // The last state with each hash under this session's rules. The newest ones wait in lists: few journals ask, and a map takes time.
    this.hashed = { seqs: new Map(), newBits: [], newSeqs: [], first: null, last: -1 };
    this.rules = null;
    this.startsSession = false;
    this.redacted = new RedactedPlaces(); // in all states
    this.torn = null; // the row and the record of an action in flight
    this.cutAction = -1; // the seq of the last one whose reducer had returned
    this.rowsBySeq = []; // the row that set each state, from the first one on
    this.known = { rows: 0, types: 0, pointers: 0, bases: 0, problems: 0, sessions: 0, steps: 0, states: 0 }; // by the page
  }

  /** Adds the record of a line at these offsets. */
  add(record, start, end) {
    const { root, kind, seq } = record;
    if (kind !== "header") this.advance(root);
    this.redacted.addState(root);
    this.isSealed = kind === "seal";
    switch (kind) {
      case "header":
        this.addHeader(record, start, end);
        break;
      case "snapshot":
        this.addSnapshot(record, start, end);
        break;
      case "action":
        this.addAction(record, start, end, actionKind(root));
        this.counts.actions += 1;
        break;
      case "rewind": {
        const to = integerOf(root.get("to"));
        this.addState("r", seq, `rewind to state ${to}`, start, end, root.get("hash"), this.proofOf(to));
        this.noteTarget(this.setter, to);
        this.counts.rewinds += 1;
        break;
      }
      case "gap":
        this.addGap(root, seq, start, end);
        break;
      case "seal":
        this.sessions[this.sessions.length - 1].end = "closed";
        break;
      default: {
        const note = noteKinds.get(kind);
        const row = this.push(note?.row ?? "u", seq, note?.text(root) ?? `a record of the unknown kind '${kind}'`, start, end);
        if (note && root.has("to")) this.noteTarget(row, integerOf(root.get("to")));
      }
    }
  }

  // Notes the seq to which a row points.
  noteTarget(row, seq) {
    this.rows.to[row] = this.newRows.to[row] = seq;
  }

  advance(root) {
    if (root.has("at")) this.time = integerOf(root.get("at"));
  }

  push(kind, seq, text, start = -1, end = -1, { type = -1, us = -1, places = nowhere } = {}) {
    const row = this.kinds.length;
    const { newRows } = this;
    this.kinds.push(kind);
    this.rows.seq.push(seq);
    newRows.time.push(this.time);
    newRows.type.push(type);
    newRows.text.push(text);
    newRows.us.push(us);
    newRows.places.push(places.length);
    for (const id of places) newRows.places.push(id);
    this.starts.push(start);
    this.ends.push(end);
    const block = this.blocks[this.blocks.length - 1];
    if (!block || row - block[0] >= stepsPerBlock || this.blockBytes + end - start > bytesPerBlock) {
      this.blocks.push([row, row]);
      this.blockBytes = 0;
    } else {
      block[1] = row;
    }
    this.blockBytes += end - start;
    return row;
  }

  // Adds a row that sets a state.
  addState(kind, seq, text, start, end, hash, proof, columns) {
    this.noteReturn(kind, seq, hash);
    this.setter = this.push(kind, seq, text, start, end, columns);
    this.hash = hash ?? null;
    if (this.proofs.length === 0) this.first = seq;
    this.rowsBySeq[seq - this.first] = this.setter;
    this.last = seq;
    this.noteLastProofs();
    const run = this.proofs[this.proofs.length - 1];
    if (run?.[2] === proof) run[1] = seq;
    else this.proofs.push([seq, seq, proof]);
    return this.setter;
  }

  /** The row that set the state with this seq; undefined if none did. */
  rowOf(seq) {
    return this.rowsBySeq[seq - this.first];
  }

  // A session that starts from an earlier state than the last one, unless it is the first: SessionReturns does the same.
  noteReturn(kind, seq, hash) {
    if (kind === "t") return;
    const { hashed } = this;
    const { first, last } = hashed;
    // Numbers take less memory than texts.
    const bits = hash === undefined ? NaN : startOfHash(hash);
    if (this.startsSession && kind === "i" && bits !== first) {
      for (const [index, one] of hashed.newBits.entries()) hashed.seqs.set(one, hashed.newSeqs[index]);
      Object.assign(hashed, { newBits: [], newSeqs: [] });
      const equal = hashed.seqs.get(bits) ?? last;
      const lost = equal + 1 === last ? `${last} is lost` : `${equal + 1}–${last} are lost`;
      const text = `Session ${this.sessions.at(-1).number} starts from an old state (${equal}); ${lost}`;
      if (equal < last) this.problems.push({ seq, kind: "went back", text });
    }
    this.startsSession = false;
    hashed.last = seq;
    if (Number.isNaN(bits)) return;
    hashed.newBits.push(bits);
    hashed.newSeqs.push(seq);
    hashed.first ??= bits;
  }

  proofOf(seq) {
    let low = 0;
    let high = this.proofs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.proofs[middle][1] < seq) low = middle + 1;
      else high = middle;
    }
    const run = this.proofs[low];
    return run !== undefined && run[0] <= seq ? run[2] : "missing";
  }

  // MARK: Kinds

  addHeader({ root, seq }, start, end) {
    const session = integerOf(root.get("session"));
    this.header = root;
    this.hasNamesOnly = root.get("detail") === "names";
    this.isVolatile = root.get("rules")?.has("volatile") === true;
    if (this.sessions.length > 0 && root.has("previous") && session === this.sessions[this.sessions.length - 1].number) return;
    if (this.sessions.length > 0 && this.sessions[this.sessions.length - 1].end !== "closed") {
      this.push("e", seq, `session ${this.sessions[this.sessions.length - 1].number} ended without closing: the app crashed or was killed`);
    }
    this.app = root.get("app");
    this.isKeyed ||= root.has("key");
    this.started = parseRFC3339(root.get("started"));
    this.time = 0;
    this.startsSession = true;
    const rules = printJSON(root.get("rules") ?? null);
    if (rules !== this.rules) this.hashed = { ...this.hashed, seqs: new Map(), newBits: [], newSeqs: [], first: null };
    this.rules = rules;
    const app = { name: this.app.get("name"), version: this.app.get("version") };
    const version = typeof app.version === "string" ? ` ${app.version}` : "";
    const row = this.push("s", seq, app.name + version, start, end);
    const description = { number: session, row, started: this.started, platform: root.get("platform"), end: "not closed" };
    if (typeof app.version === "string") description.version = app.version;
    const isRedacted = ["redact", "names", "allow"].some((key) => root.get("rules")?.has(key));
    description.secrets = isRedacted ? "redacted" : "not redacted";
    const volatile = root.get("rules")?.get("volatile") ?? [];
    if (volatile.length > 0) description.volatile = volatile;
    if (root.has("identity")) description.identity = root.get("identity");
    if (root.get("context")?.size > 0) description.context = printJSON(root.get("context"));
    this.sessions.push(description);
  }

  addSnapshot({ root, seq, setsState }, start, end) {
    if (!setsState) {
      // It repeats the last state, so that readers can start there.
      if (root.has("state") && this.setter >= 0) this.noteState(this.setter, start, end);
      this.hash = root.get("hash");
      return;
    }
    const same = root.has("same-as") ? integerOf(root.get("same-as")) : -1;
    const row = this.addState("i", seq, this.snapshotText(same, seq), start, end, root.get("hash"),
      same >= 0 ? this.proofOf(same) : "recorded");
    if (same < 0) this.rows.bases.push(row);
  }

  snapshotText(same, seq) {
    if (same >= 0) return `the state is that of ${same}`;
    if (seq === 0) return "initial state";
    const isFirst = this.header.has("previous") && this.header.get("seq").literal === String(seq);
    if (isFirst) return "the first remaining state; earlier ones were dropped";
    return this.startsSession ? "initial state" : "a state that was set without an action";
  }

  // A snapshot holds the state that a row set.
  noteState(row, start, end) {
    const isNew = !this.states.has(row) && this.rows.bases[this.rows.bases.length - 1] !== row;
    if (!isNew) return;
    this.states.set(row, [start, end]);
    this.rows.bases.push(row);
    this.setProof(this.rows.seq[row], "recorded");
  }

  // Notes that the last two runs may change.
  noteLastProofs() {
    this.known.states = Math.min(this.known.states, Math.max(0, this.proofs.length - 2));
  }

  // Changes the word of the last state.
  setProof(seq, proof) {
    this.noteLastProofs();
    const run = this.proofs[this.proofs.length - 1];
    if (run[2] === proof) return;
    if (run[0] === seq) this.proofs.pop();
    else run[1] = seq - 1;
    const before = this.proofs[this.proofs.length - 1];
    if (before?.[2] === proof) before[1] = seq;
    else this.proofs.push([seq, seq, proof]);
  }

  addAction({ root, seq }, start, end, kind) {
    const places = this.placesOf(root, kind);
    const secrets = changedSecrets(root);
    if (secrets.length > 0 && places[0] !== -1) {
      const covered = places.map((id) => this.rows.pointers[id]);
      const others = secrets.filter((secret) => !covered.some((place) => `${secret}/`.startsWith(`${place}/`)));
      places.push(...this.identifyPointers(others));
    }
    const type = root.get("type");
    const text = argumentsText(type, root.get("swift"), shownAction(root));
    const columns = { type: identify(type, this.typeIDs, this.rows.types), us: root.has("us") ? integerOf(root.get("us")) : -1, places };
    const row = this.addState(kind, seq, text, start, end, root.get("hash"), this.proofOfAction(root, kind), columns);
    if (root.has("cause")) this.newRows.cause[row] = integerOf(root.get("cause"));
    if (kind === "!") this.counts.refused += 1;
    if (kind === "t") {
      const isCut = hadReturned(root);
      const ending = isCut ? "was cut off after its reducer had returned" : "was in flight when the process died";
      this.problems.push({ seq, kind: "in flight", text: `${visibleCharacters(type)} ${ending}` });
      if (isCut) this.cutAction = seq;
    }
  }

  proofOfAction(root, kind) {
    if (kind === "t") return "missing";
    // An equal hash is an equal state.
    const isHeld = root.has("patch") || (root.has("hash") && root.get("hash") === this.hash);
    return isHeld && this.proofOf(this.rows.seq[this.setter]) === "recorded" ? "recorded" : "not proven";
  }

  addGap(root, seq, start, end) {
    const details = [];
    const missing = root.has("missing") ? integerOf(root.get("missing")) : 0;
    if (missing > 0) details.push(missing === 1 ? "1 action missing" : `${missing} actions missing`);
    if (root.has("bytes")) details.push(`${atob(root.get("bytes")).length} bytes kept`);
    const why = `gap: ${visibleCharacters(root.get("why"))}`;
    const text = details.length > 0 ? `${why} (${details.join(", ")})` : why;
    this.push("g", seq, text, start, end);
    this.problems.push({ seq, kind: "gap", text });
  }

  // MARK: Places

  // The ids of the places that an action changed; [-1] if they are unknown.
  placesOf(root, kind) {
    const hash = root.get("hash");
    const { changed, patch } = { changed: root.get("changed"), patch: root.get("patch") };
    const isHashed = hash !== undefined && this.hash !== null;
    if (kind === "t") return [-1];
    if (isHashed && hash === this.hash && !this.isVolatile) return [];
    if (changed !== undefined && (this.hasNamesOnly || (isHashed && (changed.size > 0 || hash === this.hash)))) {
      const pointers = [...changed.keys()];
      // Volatile places have no part in hashes: only the patch names them.
      if (patch !== undefined && this.isVolatile) addPatched(pointers, patch);
      return this.identifyPointers(pointers);
    }
    if (patch === undefined) return [-1];
    const pointers = [];
    addPatched(pointers, patch);
    return this.identifyPointers(pointers);
  }

  identifyPointers(pointers) {
    return pointers.map((pointer) => identify(pointer, this.pointerIDs, this.rows.pointers));
  }

  // MARK: Growth

  /** What has come since the last call: parts of the rows' columns, and of the head's lists from an index on. */
  growth() {
    const { known, rows } = this;
    const from = known.rows;
    const part = { ...this.newRows, places: Int32Array.from(this.newRows.places), seq: rows.seq.slice(from) };
    this.newRows = emptyColumns();
    for (const column of ["types", "pointers", "bases"]) part[column] = rows[column].slice(known[column]);
    part.kind = this.kinds.slice(from).join("");
    const { problems, sessions, blocks: steps, proofs: states } = this;
    const lists = {};
    for (const [name, list] of Object.entries({ problems, sessions, steps, states })) {
      // The last session and block may have grown.
      const start = name === "sessions" || name === "steps" ? Math.max(0, known[name] - 1) : known[name];
      lists[name] = { start, items: list.slice(start) };
      known[name] = list.length;
    }
    known.rows = this.kinds.length;
    for (const column of ["types", "pointers", "bases"]) known[column] = rows[column].length;
    return { rows: part, lists };
  }

  // MARK: The end

  /** Adds what follows the last line: `torn` is that of torn.js, for so many bytes, or null if nothing follows. */
  end(torn, byteCount) {
    if (torn?.action) {
      this.advance(torn.action.root);
      this.addAction(torn.action, -1, -1, "t");
      this.torn = { row: this.setter, root: torn.action.root };
    } else if (torn !== null) {
      const what = torn.isWhole ? "a last line without its line end" : `a last line cut short, ${byteCount} bytes`;
      this.sessions[this.sessions.length - 1].end = "torn";
      this.push("e", this.last, `torn: ${what}`);
      if (!torn.isWhole) this.problems.push({ seq: this.last, kind: "torn", text: what });
    } else if (!this.isSealed) {
      this.push("e", this.last, notClosed);
    }
  }

  /** Adds the line that is refused; nothing after it is read. */
  damage(text) {
    this.push("e", this.last, `damaged: ${text}`);
    this.problems.push({ seq: this.last, kind: "damage", text });
  }
}

// The first 48 bits of a hash. Browsers take longer to parse a text as a number.
function startOfHash(hash) {
  let bits = 0;
  for (let place = 0; place < 12; place += 1) {
    const code = hash.charCodeAt(place);
    bits = 16 * bits + (code & 0xf) + (code > 0x39 ? 9 : 0);
  }
  return bits;
}

const notClosed = "not closed: the session is still running, or its process is gone";

function actionKind(root) {
  if (root.get("interrupted") === true) return "t";
  return root.has("error") ? "!" : "a";
}

// The index of a text in a list that holds each once.
function identify(text, ids, list) {
  let id = ids.get(text);
  if (id === undefined) {
    id = list.length;
    ids.set(text, id);
    list.push(text);
  }
  return id;
}

// Adds the places that a patch changes and that none of the pointers covers. A new or removed element moves others, so
// that its array changes.
function addPatched(pointers, patch) {
  for (const operation of patch) {
    if (!(operation instanceof Map)) return;
    for (const key of operation.get("op") === "move" ? ["from", "path"] : ["path"]) {
      const path = operation.get(key);
      if (typeof path !== "string") return;
      const isElement = operation.get("op") !== "replace" && /\/(?:[0-9]+|-)$/.test(path);
      const place = isElement ? path.slice(0, path.lastIndexOf("/")) : path;
      const isCovered = pointers.some((pointer) => place === pointer || place.startsWith(`${pointer}/`));
      if (!isCovered) pointers.push(place);
    }
  }
}

const nowhere = [];

// The places of the rows are one list: each row's number of places before its places. Browsers take long to copy many small lists.
function emptyColumns() {
  return { time: [], type: [], text: [], us: [], places: [], cause: {}, to: {} };
}

function unpackedLists(packed) {
  const lists = [];
  let end = 0;
  while (end < packed.length) {
    const list = new Array(packed[end++]); // a list that grows takes more memory
    for (let index = 0; index < list.length; index += 1) list[index] = packed[end++];
    lists.push(list);
  }
  return lists;
}
