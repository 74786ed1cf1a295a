// The search over every value that was ever set. It works in slices and reports each match as it finds it.

/** A condition on values: texts that contain the needle, numbers that start with it or equal it, dates that show it. */
class Needle {
  constructor(text) {
    this.text = text.trim().toLowerCase();
    this.numbers = writtenNumbers(this.text);
    this.isHash = /^[0-9a-f]{8,32}$/.test(this.text);
    this.isDate = /^[0-9][0-9:.tz -]{3,}$/.test(this.text);
    this.date = this.text.replace(" ", "t");
    // JSON may escape these characters, so the raw text of a block says nothing about them.
    this.isPlain = !/["\\/<\u0000-\u001f\u007f-\uffff]/.test(this.text);
    // JSON may write a number without the zeros at its end.
    this.parts = [this.text, ...this.numbers.map((number) => (/\.[0-9]+$/.test(number) ? number.replace(/\.?0+$/, "") : number))];
  }

  /** Whether a step's text can hold a match. */
  mayBeIn(text) {
    if (!this.isPlain || this.isDate) return true;
    const lower = text.toLowerCase();
    return this.parts.some((part) => lower.includes(part));
  }

  matches(value, name) {
    if (typeof value === "string") return value.toLowerCase().includes(this.text);
    if (value instanceof JSONNumber) {
      if (this.numbers.some((number) => value.literal.startsWith(number)) || this.equals(value)) return true;
      return this.isDate && (dateOf(value, name) ?? "").toLowerCase().includes(this.date);
    }
    return (value === true || value === false) && this.text === String(value);
  }

  /** Whether a value is what the needle says, as a whole. */
  equals(value) {
    if (value instanceof JSONNumber) return this.numbers.some((number) => isSameNumber(number, value.literal));
    return String(value).toLowerCase() === this.text;
  }

  matchesHash(step) {
    return this.isHash && [step.get("hash"), ...(step.get("changed")?.values() ?? [])].some((hash) => hash?.startsWith(this.text));
  }

  matchesName(name) {
    return this.text.length > 1 && name.toLowerCase().includes(this.text);
  }
}

/**
 * The numbers that a text may stand for, as JSON writes them. Screens show numbers with marks of a language: `1,110.20` is 1110.20,
 * `110,20 €` is 110.20, and `1.110` may be 1.110 or 1110.
 */
function writtenNumbers(text) {
  const plain = text.replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, "");
  const numbers = /^-?[0-9.]+(e[+-]?[0-9]+)?$/.test(plain) ? [plain] : [];
  if (/^-?[0-9]+,[0-9]+$/.test(plain)) numbers.push(plain.replace(",", "."));
  for (const [group, point] of [[",", "."], [".", ","], [" ", "."], [" ", ","], ["'", "."]]) {
    const pattern = new RegExp(`^-?[0-9]{1,3}(\\${group}[0-9]{3})+(\\${point}[0-9]+)?$`);
    const spaced = plain.replace(/\s/gu, " ").replace("’", "'");
    if (pattern.test(spaced)) numbers.push(spaced.replaceAll(group, "").replace(point, "."));
  }
  return [...new Set(numbers)];
}

/** Whether two numbers have the same value, to the last digit. */
function isSameNumber(one, other) {
  return Number(one) === Number(other) && digitsOf(one) === digitsOf(other);
}

// The digits of a number from its first to its last that isn't 0. Beside equal doubles, they tell large integers apart.
function digitsOf(literal) {
  return literal.toLowerCase().split("e")[0].replace(/[-.]/g, "").replace(/^0+|0+$/g, "");
}

/** The words before the row of a match that the row didn't set. */
const matchNotes = { today: "by today's app at", differs: "as recorded at", shape: "in the recorded shape at" };

/**
 * A search over a recording. It calls `onMatch` with `{ row, place, value }` for a value that a row set, with `{ row, place, isName: true }`
 * if only the value's name matches, and with `{ row, inAction: true }` for an action with matching arguments or hashes, or one that
 * changed something around a member with this name. A `note` says why a match is there that the row didn't set: see `matchNotes`.
 */
class ValueSearch {
  constructor(recording, text, onMatch, signal) {
    this.recording = recording;
    this.needle = new Needle(text);
    this.onMatch = onMatch;
    this.signal = signal;
    this.row = 0; // the next one to search
    this.around = new Set(); // the places around members with this name
  }

  found(match) {
    const { onMatch, needle, around } = this;
    onMatch(match);
    if (!match.isName || !match.place.toLowerCase().endsWith(`/${needle.text}`)) return;
    for (let end = match.place.length; end > 0; end = match.place.lastIndexOf("/", end - 1)) around.add(match.place.slice(0, end));
  }

  /** Searches the rows that it hasn't searched yet. */
  async run() {
    const { recording, needle, signal } = this;
    if (needle.text === "") return;
    const slice = new Slice(signal);
    const onFound = (match) => this.found(match);
    const start = this.row;
    while (this.row < recording.count) {
      // The recording can grow meanwhile.
      const { count } = recording;
      const index = recording.blockOf(this.row);
      const [first, last] = recording.source.steps[index];
      const lines = await recording.blockLines(index);
      signal?.throwIfAborted();
      const end = Math.min(count, first + lines.length);
      await searchSetStates(recording, this.row, end, needle, slice, onFound, signal);
      for (let row = this.row; row < end; row += 1) {
        if (slice.isOver) await slice.rest();
        if (!needle.mayBeIn(lines[row - first])) continue;
        const step = await recording.step(row);
        if (needle.matchesHash(step) || (await hasMatch(step.get("action"), needle, slice))) onFound({ row, inAction: true });
        for (const operation of step.get("patch") ?? []) {
          if (operation.has("value")) await searchValue(operation.get("value"), parsePointer(operation.get("path")), needle, slice, (match) => onFound({ row, ...match }));
        }
      }
      // A block of a page that was cut has fewer lines.
      this.row = Math.max(end, Math.min(last + 1, count));
    }
    if (start === 0) {
      await searchDifferences(recording, needle, slice, onFound, signal);
      await searchRecordedShapes(recording, needle, slice, onFound);
    }
    if (this.around.size > 0) await searchAround(recording, start, this.around, slice, this.onMatch);
  }
}

// The values of which only the differences of today's app tell.
async function searchDifferences(recording, needle, slice, onFound, signal) {
  for (const { seq, members = [], hash } of recording.head.against ? [] : recording.head.today ?? []) {
    const row = recording.rowOf(seq);
    if (needle.isHash && hash?.startsWith(needle.text)) onFound({ row, inAction: true });
    const { known } = await recording.stateAt(row, signal);
    for (const side of members.flatMap((member) => differingSides(member, { known: false }))) {
      for (const note of known ? ["today"] : ["differs", "today"]) {
        const value = side[note === "today" ? "today" : "recorded"];
        if (value !== undefined) await searchValue(value, side.tokens, needle, slice, (match) => onFound({ row, note, ...match }));
      }
    }
  }
}

// The recorded shape of states that the page otherwise shows in today's.
async function searchRecordedShapes(recording, needle, slice, onFound) {
  for (const row of recording.recordedRows) {
    for (const operation of (await recording.step(row)).get("recorded")) {
      if (slice.isOver) await slice.rest();
      if (operation.has("value")) await searchValue(operation.get("value"), parsePointer(operation.get("path")), needle, slice, (match) => onFound({ row, note: "shape", ...match }));
    }
  }
}

// The actions that changed something around a member, although they may not name it.
async function searchAround({ rows, count }, start, around, slice, onFound) {
  const isAround = rows.pointers.map((pointer) => around.has(pointer));
  for (let row = start; row < count; row += 1) {
    if (row % 512 === 0 && slice.isOver) await slice.rest();
    if (rows.places[row].some((id) => isAround[id])) onFound({ row, inAction: true });
  }
}

// The states of some rows that no action set: of each, what differs from the state before it.
async function searchSetStates(recording, start, end, needle, slice, onFound, signal) {
  for (let row = recording.rows.kind.indexOf("i", start); row >= 0 && row < end; row = recording.rows.kind.indexOf("i", row + 1)) {
    const after = await recording.stateAt(row, signal);
    if (!after.known) continue;
    const before = row > 0 ? await recording.stateAt(row - 1, signal) : { known: false };
    const onMatch = (match) => onFound({ row, ...match });
    if (!before.known) {
      await searchValue(after.value, [], needle, slice, onMatch);
      continue;
    }
    for (const operation of changesBetween(before.value, after.value)) {
      if (operation.has("value")) await searchValue(operation.get("value"), parsePointer(operation.get("path")), needle, slice, onMatch);
    }
  }
}

/** The last row before `row` whose state has the same hash, or -1. */
async function equalStateBefore(recording, row, signal) {
  const hash = (await recording.step(row)).get("hash");
  if (!hash) return -1;
  const slice = new Slice(signal);
  for (let index = recording.blockOf(row); index >= 0; index -= 1) {
    if (slice.isOver) await slice.rest();
    const lines = await recording.blockLines(index);
    const first = recording.source.steps[index][0];
    for (let earlier = Math.min(row, first + lines.length) - 1; earlier >= first; earlier -= 1) {
      if (!recording.sets(earlier) || !lines[earlier - first].includes(hash)) continue;
      if ((await recording.step(earlier)).get("hash") === hash) return earlier;
    }
  }
  return -1;
}

// Walks a value without recursion, so that neither depth nor size blocks the page.
async function searchValue(root, tokens, needle, slice, onMatch) {
  const open = [[root, tokens, nameIn(tokens)]];
  let visited = 0;
  while (open.length > 0) {
    const [value, place, name] = open.pop();
    visited += 1;
    if (visited % 512 === 0 && slice.isOver) await slice.rest();
    const key = place.length > 0 ? place[place.length - 1] : "";
    const isContainer = value instanceof Map || Array.isArray(value);
    if (!isContainer && needle.matches(value, name)) onMatch({ place: printPointer(place), value });
    else if (needle.matchesName(key)) onMatch({ place: printPointer(place), value, isName: true });
    if (!isContainer) continue;
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index -= 1) open.push([value[index], [...place, String(index)], name]);
    } else {
      for (const [member, child] of [...value].reverse()) open.push([child, [...place, member], member]);
    }
  }
}

async function hasMatch(action, needle, slice) {
  if (action === undefined) return false;
  let found = false;
  await searchValue(action, [], needle, slice, (match) => (found ||= !match.isName));
  return found;
}

/** The last token that isn't an index: the name that says what a value is. */
function nameIn(tokens) {
  return tokens.findLast((token) => indexOfToken(token) < 0) ?? "";
}
