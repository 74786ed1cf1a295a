// Copies of a value that an action forgets: it replaces the value in one place, and an equal one elsewhere stays.

// More changes or places than these say nothing: the value is a common one.
const copyLimits = { changes: 200, places: 8, shown: 5, members: 40, rows: 2000 };

/** Whether a value says so much that an equal one elsewhere may be a copy. */
function isTelling(value) {
  if (typeof value === "string") return value.length > 2 && value.length < 2000 && !isRedacted(value);
  return value instanceof JSONNumber && value.literal.length > 3;
}

/**
 * Whether a value went stale when an equal one elsewhere changed: it stayed to the end, or got that place's value later.
 * Both are `{ row, change }`: the row that set the value, and its first later change or null.
 */
async function isStaleAfter(recording, value, other, signal) {
  if (value.change === undefined || !other.change || other.change.value === undefined || other.change.row <= value.row) return false;
  if (value.change === null) return true;
  if (value.change.row <= other.change.row || value.change.value === undefined || !other.change.tokens) return false;
  const repaired = await recording.stateAt(value.change.row, signal);
  return repaired.known && equalJSON(valueAt(repaired.value, other.change.tokens) ?? null, value.change.value);
}

/**
 * Whether equal values in two places may be copies of each other. Dates, and short words or numbers in members with different
 * names, are often equal by coincidence.
 */
function mayBeCopies(value, one, other) {
  if (!mayHoldCopy(one) || !mayHoldCopy(other)) return false;
  if (dateOf(value, nameIn(one)) || dateOf(value, nameIn(other)) || (typeof value === "string" && /^[0-9]{4}-[0-9]{2}-[0-9]{2}/.test(value))) return false;
  return one.at(-1) === other.at(-1) || (typeof value === "string" && (value.length > 7 || /\s/.test(value)));
}

/** Whether a member's name says that its value is an id, or several. */
function isIDName(name) {
  return /^ids?$|I[Dd]s?$|[_-]ids?$/.test(name);
}

/** Whether a place can hold a copy that an action forgets: references and elements of arrays are often equal by design. */
function mayHoldCopy(tokens) {
  const name = tokens.at(-1) ?? "";
  return indexOfToken(name) < 0 && !isIDName(name);
}

// Equal members of two elements of one collection are seldom copies of each other: both have the same status, say.
function areSiblings(one, other) {
  return one.length === other.length && one[0] === other[0] && one.at(-1) === other.at(-1);
}

// What a patch replaced by another plain value: `{ tokens, was, value }`.
function replacedValues(operations) {
  const found = [];
  for (const operation of operations) {
    const [was, value] = [operation.get("was"), operation.get("value")];
    if (!isTelling(was) || value === undefined || value instanceof Map || Array.isArray(value) || isRedacted(value)) continue;
    const tokens = parsePointer(operation.get("path"));
    if (mayHoldCopy(tokens)) found.push({ tokens, was, value });
  }
  return found;
}

/**
 * The copies that an action left as they were: `{ tokens, value, change }`, where `change` is the step that mended the copy, or null.
 *
 * It reads the state after the action once, in slices.
 */
async function staleCopies(recording, row, operations, signal) {
  const replaced = replacedValues(operations).slice(0, copyLimits.changes);
  if (replaced.length === 0) return [];
  const state = await recording.stateAt(row, signal);
  if (!state.known) return [];
  const touched = operations.flatMap((operation) => [operation.get("path"), operation.get("from")]).filter((place) => place !== undefined).map(parsePointer);
  const stale = [];
  for (const { value, places } of await placesOf(state.value, replaced.map(({ was }) => was), new Slice(signal))) {
    if (places.length > copyLimits.places) continue;
    for (const tokens of places.filter((place) => !touched.some((one) => concerns(one, place)))) {
      const other = replaced.find((one) => equalJSON(one.was, value) && mayBeCopies(value, one.tokens, tokens) && !areSiblings(one.tokens, tokens));
      if (!other) continue;
      const change = await firstLaterChange(recording, row, tokens, signal);
      if (await isStaleAfter(recording, { row: -1, change }, { change: { row, tokens: other.tokens, value: other.value } }, signal)) stale.push({ tokens, value, change });
      if (stale.length === copyLimits.shown) return stale;
    }
  }
  return stale;
}

// Where plain values stand in a state: `{ value, places }`, with one place more than counts.
async function placesOf(root, values, slice) {
  const keyOf = (value) => (value instanceof JSONNumber ? plainNumber(value) : value);
  const found = new Map(values.map((value) => [keyOf(value), { value, places: [] }]));
  const open = [{ value: root, key: null, parent: null }];
  for (let visited = 1; open.length > 0; visited += 1) {
    if (visited % 512 === 0 && slice.isOver) await slice.rest();
    const node = open.pop();
    const { value } = node;
    if (value instanceof Map || Array.isArray(value)) {
      const start = open.length;
      for (const [key, child] of value.entries()) open.push({ value: child, key, parent: node });
      open.push(...open.splice(start).reverse());
    } else if (typeof value === "string" || value instanceof JSONNumber) {
      const same = found.get(keyOf(value));
      if (!same || typeof same.value !== typeof value || same.places.length > copyLimits.places) continue;
      const tokens = [];
      for (let one = node; one.parent; one = one.parent) tokens.unshift(String(one.key));
      same.places.push(tokens);
    }
  }
  return [...found.values()];
}

/**
 * The members inside an object that are copies which an action forgot: `{ tokens, row, place, value, change }`, the row and the place where
 * the action changed an equal value, what it became, and the step that mended the copy, or null.
 *
 * It reads the actions that changed a member with the same name, unless there are too many of them.
 */
async function staleMembers(recording, row, around, value, signal) {
  const members = copyableMembers(value, around);
  if (members.length === 0) return [];
  const { rows } = recording;
  const names = new Set(members.map(({ tokens }) => tokens.at(-1)));
  const isNamed = rows.pointers.map((pointer) => {
    const tokens = parsePointer(pointer);
    return names.has(tokens.at(-1)) && !isAtOrAbove(around, tokens);
  });
  const slice = new Slice(signal);
  const changing = [];
  for (let one = 0; one < recording.count; one += 1) {
    if (one % 512 === 0 && slice.isOver) await slice.rest();
    if (recording.abandoned[one] === recording.abandoned[row] && rows.places[one].some((id) => isNamed[id])) changing.push(one);
  }
  const stale = [];
  for (const one of changing.length > copyLimits.rows ? [] : changing) {
    if (slice.isOver) await slice.rest();
    for (const { tokens: place, was, value: now } of replacedValues((await recording.step(one)).get("patch") ?? [])) {
      for (const { tokens, value: copy } of members) {
        if (!equalJSON(copy, was) || !mayBeCopies(copy, place, tokens) || areSiblings(place, tokens)) continue;
        const after = await recording.stateAt(one, signal);
        if (!after.known || !equalJSON(valueAt(after.value, tokens) ?? null, copy)) continue;
        const change = await firstLaterChange(recording, one, tokens, signal);
        if (await isStaleAfter(recording, { row: -1, change }, { change: { row: one, tokens: place, value: now } }, signal)) stale.push({ tokens, row: one, place, value: now, change });
        if (stale.length === copyLimits.shown) return stale;
      }
    }
  }
  return stale;
}

function copyableMembers(value, around) {
  const members = [];
  const open = [[value, around]];
  while (open.length > 0 && open.length < 1000 && members.length < copyLimits.members) {
    const [one, tokens] = open.shift();
    if (one instanceof Map) for (const [key, child] of one) open.push([child, [...tokens, key]]);
    else if (one !== value && isTelling(one) && mayHoldCopy(tokens)) members.push({ tokens, value: one });
  }
  return members;
}
