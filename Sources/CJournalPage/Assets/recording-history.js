// The history of a value: each step that set it. A trace follows an element of an array to its earlier indexes.

/** A value on its way through the steps: its place, whether it exists, and which of its ancestors are arrays. */
class Trace {
  constructor(tokens, state) {
    this.tokens = tokens.map(String);
    this.present = state !== undefined && valueAt(state, this.tokens) !== undefined;
    this.inArray = this.tokens.map((token, depth) => {
      const parent = state === undefined ? undefined : valueAt(state, this.tokens.slice(0, depth));
      return parent === undefined ? false : Array.isArray(parent);
    });
    this.ended = false;
  }

  /** Goes back over a patch. Returns what it did to the value, or null. */
  back(operations) {
    const effect = { tokens: this.tokens, inside: [], set: false };
    for (let index = operations.length - 1; index >= 0 && !this.ended; index -= 1) {
      this.backOver(operations[index], operations, effect);
    }
    if (effect.set && isSame(effect.value, effect.was)) effect.set = false;
    effect.inside.reverse();
    return effect.set || effect.inside.length > 0 ? effect : null;
  }

  backOver(operation, operations, effect) {
    const op = operation.get("op");
    const path = parsePointer(operation.get("path"));
    if (isInside(operation, this.tokens)) effect.inside.push(operation);
    if (op === "move") return this.backOverMove(parsePointer(operation.get("from")), path);
    if (!isAtOrAbove(path, this.tokens)) {
      if (op !== "replace") this.shift(path, op === "add" ? -1 : 1);
      return undefined;
    }
    const rest = this.tokens.slice(path.length);
    const isElement = path.length > 0 && this.inArray[path.length - 1];
    if (op === "remove" && isElement && this.present) return this.shift(path, 1);
    let was = operation.has("was") ? valueAt(operation.get("was"), rest) : undefined;
    const value = operation.has("value") ? valueAt(operation.get("value"), rest) : undefined;
    if (op === "add" && isElement) {
      const source = operations.find((other) => movesFrom(other, operation));
      if (source && source !== operation) {
        this.tokens = [...parsePointer(source.get("path")), ...rest];
        return undefined;
      }
      this.ended = true;
    }
    const index = op === "replace" && rest.length > 0 ? earlierIndex(operation, rest[0]) : -1;
    if (index >= 0) {
      this.tokens = [...path, String(index), ...rest.slice(1)];
      was = valueAt(operation.get("was")[index], rest.slice(1));
    }
    if (!effect.set) effect.value = value;
    effect.set = true;
    effect.was = was;
    this.present = was !== undefined;
    return undefined;
  }

  backOverMove(from, path) {
    if (isAtOrAbove(path, this.tokens)) {
      this.tokens = [...from, ...this.tokens.slice(path.length)];
      return;
    }
    this.shift(path, -1);
    this.shift(from, 1, true);
  }

  // Moves the index of an element (or of an ancestor in an array) when another element came or went before it.
  shift(path, by, orAtIt = by > 0) {
    const depth = path.length - 1;
    if (depth < 0 || depth >= this.tokens.length || !this.inArray[depth]) return;
    if (!isAtOrAbove(path.slice(0, depth), this.tokens)) return;
    const index = indexOfToken(this.tokens[depth]);
    const other = indexOfToken(path[depth]);
    if (index < 0 || other < 0 || (orAtIt ? other > index : other >= index)) return;
    this.tokens = this.tokens.with(depth, String(index + by));
  }
}

// A whole array was replaced: the element with the same id is the same element.
function earlierIndex(operation, token) {
  const value = operation.get("value");
  const was = operation.get("was");
  if (!Array.isArray(value) || !Array.isArray(was)) return -1;
  const id = idOf(value[indexOfToken(token)]);
  return id === undefined ? -1 : was.findIndex((element) => idOf(element) === id);
}

function isSame(a, b) {
  return a === b || (a !== undefined && b !== undefined && equalJSON(a, b));
}

/** The `id` of an element as text, or undefined. */
function idOf(element) {
  const id = element instanceof Map ? element.get("id") : undefined;
  return id instanceof JSONNumber ? plainNumber(id) : typeof id === "string" ? id : undefined;
}

function movesFrom(removal, addition) {
  if (removal.get("op") !== "remove" || idOf(addition.get("value")) === undefined) return false;
  const parent = (operation) => operation.get("path").replace(/\/[^/]*$/, "");
  return parent(removal) === parent(addition) && idOf(removal.get("was")) === idOf(addition.get("value"));
}

function isAtOrAbove(upper, lower) {
  return upper.length <= lower.length && upper.every((token, depth) => String(token) === lower[depth]);
}

// Whether an operation changes something below a place. A move changes what it leaves, too.
function isInside(operation, tokens) {
  const places = [operation.get("path"), operation.get("from")].filter((place) => place !== undefined).map(parsePointer);
  return places.some((place) => place.length > tokens.length && isAtOrAbove(tokens, place));
}

/** Whether a change at a place can concern the value at `tokens`: above it, below it, or beside it in an array. */
function concerns(place, tokens) {
  if (isAtOrAbove(place, tokens) || isAtOrAbove(tokens, place)) return true;
  const depth = place.length - 1;
  return depth >= 0 && depth < tokens.length && indexOfToken(place[depth]) >= 0 && indexOfToken(tokens[depth]) >= 0
    && isAtOrAbove(place.slice(0, depth), tokens);
}

/** The operations that turn a patch back, so that a trace can also go forward. */
function inverse(operations) {
  const opposite = { add: "remove", remove: "add", replace: "replace", move: "move" };
  return operations.toReversed().map((operation) => {
    const op = operation.get("op");
    const replaces = op === "add" && operation.has("was");
    const turned = new Map([["op", replaces ? "replace" : opposite[op]], ["path", operation.get(op === "move" ? "from" : "path")]]);
    if (op === "move") turned.set("from", operation.get("path"));
    if (operation.has("was")) turned.set("value", operation.get("was"));
    if (operation.has("value")) turned.set("was", operation.get("value"));
    return turned;
  });
}

/** The rows before `row` in its own past, newest first. Rewinds lead back to the row that they restored. */
function* pastOf(recording, row) {
  for (let current = row; current >= 0; current -= 1) {
    yield current;
    if (recording.rows.kind[current] !== "r") continue;
    const target = recording.rowOf(recording.rows.to[current]);
    if (target < 0 || target >= current) return;
    current = target + 1;
  }
}

/** For each row the rewind that abandoned it, or 0 if the last state follows from it. */
function abandonedRows(recording) {
  const { rows, count } = recording;
  const by = new Array(count).fill(0);
  for (const key of Object.keys(rows.to)) {
    const rewind = Number(key);
    if (rows.kind[rewind] !== "r") continue;
    // Marks of the restored state stay.
    for (let row = recording.rowOf(rows.to[key]) + 1; row > 0 && row < rewind; row += 1) {
      if (rows.seq[row] > rows.to[key]) by[row] ||= rewind;
    }
  }
  if (recording.head.rewinds > 0) for (const row of pastOf(recording, count - 1)) by[row] = 0;
  return by;
}

/** The rows after `from` in the future of `row`. */
function* futureOf(recording, row, from = row) {
  const by = recording.abandoned;
  const end = by[row] || recording.count;
  for (let current = from + 1; current < end; current += 1) if (by[current] === by[row]) yield current;
}

/** Traces a value from a row to the first step that set it, then to the last one. Resolves to a function that goes on with later rows. */
async function traceHistory(recording, row, tokens, onFound, signal) {
  const start = await recording.stateAt(row, signal);
  const nearest = start.known ? row : await recording.lastKnownBefore(row, signal);
  const { value } = nearest < 0 ? start : await recording.stateAt(nearest, signal);
  await traceRows(recording, pastOf(recording, row), new Trace(tokens, value), false, onFound, signal);
  const trace = new Trace(tokens, value);
  let from = row;
  const goOn = async () => {
    while (from < recording.count - 1) {
      const rows = futureOf(recording, row, from);
      from = recording.count - 1;
      await traceRows(recording, rows, trace, true, onFound, signal);
    }
    return goOn;
  };
  return goOn();
}

async function traceRows(recording, rows, trace, isLater, onFound, signal) {
  const relevance = new Map();
  const slice = new Slice(signal);
  let end = Infinity;
  for (const current of rows) {
    if (trace.ended) break;
    if (current > end) continue;
    if (slice.isOver) await slice.rest();
    const { tokens: place } = trace;
    const isChange = mayChange(recording.rows, current, place, relevance);
    const entry = isChange ? await entryAt(recording, current, trace, isLater, signal) : await knownEntry(recording, current, place, signal);
    if (isChange) end = trace.knownRow ?? Infinity;
    if (entry) onFound({ row: current, isLater, ...entry });
    const recorded = recording.recordedRows.has(current) ? await shapeEntry(recording, current, isLater ? trace.tokens : place, signal) : null;
    if (recorded) onFound({ row: current, isLater, ...recorded });
  }
}

// A row that didn't change the value, but says what it was, because today's app differs there.
async function knownEntry(recording, row, tokens, signal) {
  const found = recording.recordedValue(row, tokens);
  if (!found || (await recording.stateAt(row, signal)).known) return null;
  const before = row > 0 ? await recording.stateAt(row - 1, signal) : { known: false };
  return before.known ? null : { kind: "known", tokens, value: found.value };
}

// The value in the recorded shape of a state, if that is another one.
async function shapeEntry(recording, row, tokens, signal) {
  const operations = (await recording.step(row)).get("recorded").filter((operation) => concerns(parsePointer(operation.get("path")), tokens));
  const state = await recording.stateAt(row, signal);
  if (operations.length === 0 || !state.known) return null;
  const value = valueAt(applyPatch(state.value, operations), tokens);
  return value === undefined || isSame(value, valueAt(state.value, tokens)) ? null : { kind: "shape", tokens, value };
}

/** The places that a converted step changed as recorded, but not in today's shape, as tokens. */
function reshapedPlaces(step) {
  if (!step.has("patch") || !step.has("changed")) return [];
  const touched = step.get("patch").map((operation) => parsePointer(operation.get("path")));
  return [...step.get("changed").keys()].map(parsePointer).filter((place) => !touched.some((one) => isAtOrAbove(place, one) || isAtOrAbove(one, place)));
}

function reshapedEntry(step, trace) {
  const places = step.has("patch") && !trace.present ? [...(step.get("changed")?.keys() ?? [])].map(parsePointer) : reshapedPlaces(step);
  const place = places.find((one) => concerns(one, trace.tokens));
  return place ? { kind: "reshaped", tokens: trace.tokens, place: printPointer(place) } : null;
}

// Whether a row can have changed the value. `relevance` remembers the answer for each pointer while the place stays.
function mayChange(rows, row, tokens, relevance) {
  const kind = rows.kind[row];
  // The state behind a gap says what changed in it.
  if (kind === "g") return rows.kind[row + 1] !== "i";
  if (kind === "i" || kind === "r" || kind === "t") return true;
  if (kind !== "a") return false;
  if (relevance.tokens !== tokens) {
    relevance.clear();
    relevance.tokens = tokens;
  }
  return rows.places[row].some((id) => {
    if (id < 0) return true;
    if (!relevance.has(id)) relevance.set(id, concerns(parsePointer(rows.pointers[id]), tokens));
    return relevance.get(id);
  });
}

async function entryAt(recording, row, trace, isLater, signal) {
  const kind = recording.rows.kind[row];
  trace.knownRow = undefined;
  if (kind === "r") return isLater ? null : rewindEntry(recording, row, trace, signal);
  if (kind === "g") return { kind: "gap" };
  const step = await recording.step(row);
  let operations = step.get("patch");
  if (!operations) {
    const after = await recording.stateAt(row, signal);
    if (!after.known) return (await recordedEntry(recording, row, trace, signal)) ?? unknownEntry(step, trace, kind);
    // Behind states that the journal doesn't hold, the last one that it holds counts.
    const earlier = await recording.lastKnownBefore(row, signal);
    if (earlier < 0) return firstEntry(after.value, trace, isLater);
    const before = await recording.stateAt(earlier, signal);
    operations = changesBetween(before.value, after.value);
    trace.knownRow = isLater ? undefined : earlier;
  }
  const start = trace.tokens;
  const effect = trace.back(isLater ? inverse(operations) : operations);
  const tokens = isLater ? trace.tokens : start;
  let inside = effect?.inside ?? [];
  if (isLater && inside.length > 0) inside = operations.filter((one) => isInside(one, tokens));
  if (!effect?.set) return changeInside(step, tokens, inside) ?? reshapedEntry(step, trace);
  const [value, was] = isLater ? [effect.was, effect.value] : [effect.value, effect.was];
  return { kind: "set", tokens, inside, value, was };
}

// A new secret has the stand-in of the old one, so that no operation sets it: the step names its place.
function changeInside(step, tokens, operations) {
  const isSet = step.get("secrets")?.some((secret) => isAtOrAbove(parsePointer(secret), tokens));
  if (isSet) return { kind: "set", tokens, inside: operations, value: redactedText, was: redactedText };
  const secrets = secretOperations(step, operations).filter((one) => isAtOrAbove(tokens, parsePointer(one.get("path"))));
  const inside = [...operations, ...secrets];
  return inside.length > 0 ? { kind: "inside", tokens, inside } : null;
}

/** The secrets that a step changed outside of the places whose change shows, as operations without values. */
function secretOperations(step, operations) {
  if (!step.has("secrets")) return [];
  const shown = new Set(operations.map((operation) => operation.get("path")));
  const isShown = (secret) => parsePointer(secret).some((_, count, tokens) => shown.has(printPointer(tokens.slice(0, count)))) || shown.has(secret);
  return step.get("secrets").filter((secret) => !isShown(secret))
    .map((secret) => new Map([["op", "replace"], ["path", secret], ["value", redactedText]]));
}

// A rewind counts if the abandoned steps had changed the value.
async function rewindEntry(recording, row, trace, signal) {
  const after = await recording.stateAt(row, signal);
  const before = await recording.stateAt(row - 1, signal);
  const value = valueAt(after.value, trace.tokens);
  const was = valueAt(before.value, trace.tokens);
  return before.known && after.known && isSame(value, was) ? null : { kind: "rewind", to: recording.rows.to[row], tokens: trace.tokens, value, was };
}

// The journal doesn't say what was before: the value is older than the recording, or than a gap.
function firstEntry(state, trace, isLater) {
  const value = valueAt(state, trace.tokens);
  trace.ended = !isLater;
  return value === undefined ? null : { kind: "first", tokens: trace.tokens, value };
}

// The report has the recorded value of a place where today's app differs.
async function recordedEntry(recording, row, trace, signal) {
  const found = recording.recordedValue(row, trace.tokens);
  if (!found) return null;
  const before = row > 0 ? await recording.stateAt(row - 1, signal) : { known: false };
  if (!before.known) return { kind: "recorded", tokens: trace.tokens, value: found.value };
  return { kind: "set", tokens: trace.tokens, value: found.value, was: valueAt(before.value, trace.tokens), inside: [] };
}

function unknownEntry(step, trace, kind) {
  if (kind === "t") return { kind: "unknown", tokens: trace.tokens };
  const changed = step.get("changed");
  if (!changed) return { kind: "unknown", tokens: trace.tokens };
  const places = [...changed.keys(), ...(step.get("secrets") ?? [])].map(parsePointer).filter((place) => concerns(place, trace.tokens));
  if (places.length === 0) return null;
  // What changed around a place may have left it alone, and so may one of several steps.
  const isCertain = !step.has("since") && places.some((place) => isAtOrAbove(trace.tokens, place));
  return { kind: "unknown", tokens: trace.tokens, isCertain };
}

/** The first step after `row` that set the value at `tokens` anew, or removed it; null if none did. Then `onEnd` gets the place at the end. */
async function firstLaterChange(recording, row, tokens, signal, onEnd = () => {}) {
  const start = await recording.stateAt(row, signal);
  const trace = new Trace(tokens, start.value);
  const relevance = new Map();
  const slice = new Slice(signal);
  for (const current of futureOf(recording, row)) {
    if (slice.isOver) await slice.rest();
    if (!mayChange(recording.rows, current, trace.tokens, relevance)) continue;
    const entry = await entryAt(recording, current, trace, true, signal);
    if (entry?.kind === "set") return { row: current, ...entry };
  }
  onEnd(trace.tokens);
  return null;
}

/** The last row up to `end` that changed the value at `tokens`, or something inside it; -1 if none did. */
async function lastChange(recording, tokens, signal, end = recording.count - 1) {
  const trace = new Trace(tokens, await recording.nearestState(end, signal));
  const relevance = new Map();
  const slice = new Slice(signal);
  for (const current of pastOf(recording, end)) {
    if (slice.isOver) await slice.rest();
    if (!mayChange(recording.rows, current, trace.tokens, relevance)) continue;
    const entry = await entryAt(recording, current, trace, false, signal);
    if (entry?.kind === "set" || entry?.kind === "inside") return current;
  }
  return -1;
}
