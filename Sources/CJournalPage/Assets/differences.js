// The differences of two values, as the operations of a patch.

/**
 * The operations, with `was`, that turn one value into another.
 *
 * Members are compared by key. Elements whose members identify them are matched by these, with the fewest moves; other
 * arrays by their longest common subsequence, unless they are too long for that. `identity` has the places of the members
 * that the app chose, as tokens.
 */
function changesBetween(old, current, identity = []) {
  return changesInside(old, current, [], identity);
}

function appendOperation(operations, op, path, members) {
  const operation = new Map([["op", op]]);
  if (members.from !== undefined) operation.set("from", printPointer(members.from));
  operation.set("path", printPointer(path));
  if (members.value !== undefined) operation.set("value", members.value);
  if (members.was !== undefined) operation.set("was", members.was);
  operations.push(operation);
}

function compareValues(old, current, path, operations, identity) {
  if (old === current) return;
  if (old instanceof Map && current instanceof Map) compareObjects(old, current, path, operations, identity);
  else if (Array.isArray(old) && Array.isArray(current)) compareArrays(old, current, path, operations, identity);
  else if (!equalJSON(old, current)) appendOperation(operations, "replace", path, { value: current, was: old });
}

function compareObjects(old, current, path, operations, identity) {
  for (const [key, was] of old) if (!current.has(key)) appendOperation(operations, "remove", [...path, key], { was });
  for (const [key, value] of current) {
    const before = old.get(key);
    if (before === undefined) appendOperation(operations, "add", [...path, key], { value });
    else if (before !== value) compareValues(before, value, [...path, key], operations, identity);
  }
}

function compareArrays(old, current, path, operations, identity) {
  const identities = sharedIdentities(old, current, path, identity);
  if (identities) compareIdentified(old, current, identities, path, operations, identity);
  else compareElements(old, current, path, operations, identity);
}

// The members that identify elements of any app, the best first. `FollowedElements.swift` decides in the same way.
const identityKeys = ["id", "uuid", "_id", "ID", "identifier", "key"];

// The tokens behind `*` of the app's choices that lead into the elements of the array at a place.
function chosenMembers(place, identity) {
  const leads = (tokens) => tokens.length > place.length + 1 && tokens[place.length] === "*" && place.every((token, depth) => tokens[depth] === "*" || tokens[depth] === String(token));
  return identity.filter(leads).map((tokens) => tokens.slice(place.length + 1));
}

// The index of each identity in two arrays, in the order of the elements: those by the app's choice, else by a usual member
// that has any in both, else by the member with the most. Null if there is none.
function sharedIdentities(old, current, place, identity) {
  if (!(old[0] instanceof Map)) return null;
  let best = null;
  const named = [chosenMembers(place, identity), identityKeys.map((key) => [key])];
  for (const members of [...named, [...old[0].keys()].map((key) => [key])]) {
    for (const member of members) {
      const before = elementIdentities(old, member);
      const after = before && elementIdentities(current, member);
      const shared = after ? [...before.keys()].filter((one) => after.has(one)).length : 0;
      // Of members with as many, which no app and no custom names, one that numbers the elements in their order comes last.
      const isNumber = !named.includes(members) && shared > 0 && areNumbers(before) && areNumbers(after);
      const rank = shared === 0 ? 0 : 2 * shared + (isNumber ? 0 : 1);
      if (rank > (best?.rank ?? 0)) best = { old: before, current: after, rank };
    }
    if (best) break;
  }
  return best;
}

// Whether identities count the elements in their order.
function areNumbers(identities) {
  const [first] = identities.keys();
  if (!/^-?[0-9]{1,15}$/.test(first ?? "")) return false;
  return [...identities.keys()].every((one, index) => one === String(Number(first) + index));
}

// The index of each value of a member, or null unless all elements have distinct ones that can identify them.
function elementIdentities(elements, member) {
  const indexes = new Map();
  for (const [index, element] of elements.entries()) {
    const one = identityText(valueAt(element, member));
    if (one === null || indexes.has(one)) return null;
    indexes.set(one, index);
  }
  return indexes;
}

// A text or a number, also as the only member of an object such as {"rawValue": 7}.
function identityText(value) {
  if (typeof value === "string" || value instanceof JSONNumber) return comparableText(value);
  return value instanceof Map && value.size === 1 ? identityText([...value.values()][0]) : null;
}

// Shorter values are replaced as a whole where all of them fits beside what it was.
const longestWhole = 48;
// Longer arrays whose elements have no identities are replaced as a whole.
const longestByPlace = 16;

/** The operations of a patch as a reader would tell them: what changed in replaced values, and which elements moved. */
function toldOperations(operations, identity = []) {
  const told = operations.flatMap((operation) => {
    if (operation.get("op") !== "replace") return [operation];
    return followedOperations(operation.get("was"), operation.get("value"), parsePointer(operation.get("path")), identity) ?? [operation];
  });
  return joinedMoves(told, identity);
}

// What changed in a replaced value, if it is large or its elements have identities; null for others.
function followedOperations(was, value, path, identity) {
  if (Array.isArray(was) && Array.isArray(value)) {
    const identities = sharedIdentities(was, value, path, identity);
    if (identities && movesAreFew(identities)) return changesInside(was, value, path, identity);
    if (identities || was.length !== value.length || was.length > longestByPlace || !areLong(was, value)) return null;
    return was.flatMap((one, index) => changesInside(one, value[index], [...path, index], identity));
  }
  if (!(was instanceof Map && value instanceof Map)) return null;
  const shared = [...was.keys()].filter((key) => value.has(key)).length;
  // An object with one member may be a case of an enum.
  if (2 * shared < Math.max(was.size, value.size) && (was.size !== 1 || value.size !== 1)) return null;
  return areLong(was, value) ? changesInside(was, value, path, identity) : null;
}

function areLong(was, value) {
  return compactLength(was, longestWhole) + compactLength(value, longestWhole) > longestWhole;
}

function changesInside(was, value, path, identity) {
  const operations = [];
  compareValues(was, value, path, operations, identity);
  return operations;
}

// The most moves times elements that say more than the whole array.
const mostMoves = 1_000_000;

// Whether the moves between two arrays say more than the whole array.
function movesAreFew({ old, current }) {
  const order = [...old.keys()].filter((id) => current.has(id)).map((id) => current.get(id));
  return (order.length - longestIncreasing(order).length) * order.length <= mostMoves;
}

// With more namesakes, elements with one identity aren't compared.
const mostNamesakes = 4;

// Elements that went from one array to another: one with the same identity and most of its members and values came there, and
// nothing else came to either array or went from it.
function joinedMoves(operations, identity) {
  const nameOf = (operation, value) => elementName(value, parsePointer(operation.get("path")), identity);
  const removed = new Map();
  for (const operation of operations) {
    const name = operation.get("op") === "remove" ? nameOf(operation, operation.get("was")) : null;
    if (name === null) continue;
    if (removed.has(name)) removed.get(name).push(operation);
    else removed.set(name, [operation]);
  }
  if (removed.size === 0) return operations;
  const shifts = new Map();
  for (const operation of operations) {
    const places = operation.get("op") === "replace" ? [] : [operation.get("path"), operation.get("from")];
    for (const array of places.map(arrayAround).filter((one) => one !== null)) shifts.set(array, (shifts.get(array) ?? 0) + 1);
  }
  const gone = new Set();
  const joined = operations.flatMap((operation) => {
    const name = operation.get("op") === "add" ? nameOf(operation, operation.get("value")) : null;
    const namesakes = name === null ? [] : removed.get(name) ?? [];
    if (namesakes.length > mostNamesakes) return [operation];
    const sources = namesakes.filter((one) => areAlike(one.get("was"), operation.get("value")));
    if (sources.length !== 1) return [operation];
    const [source] = sources;
    if ([source, operation].some((one) => shifts.get(arrayAround(one.get("path"))) !== 1)) return [operation];
    removed.set(name, namesakes.filter((one) => one !== source));
    gone.add(source);
    const move = new Map([["op", "move"], ["from", source.get("path")], ["path", operation.get("path")]]);
    return [move, ...changesInside(source.get("was"), operation.get("value"), parsePointer(operation.get("path")), identity)];
  });
  return joined.filter((operation) => !gone.has(operation));
}

// The place of the array whose element a place is; null for another place.
function arrayAround(place) {
  if (place === undefined) return null;
  const tokens = parsePointer(place);
  return tokens.length > 0 && isIndex(tokens.at(-1)) ? printPointer(tokens.slice(0, -1)) : null;
}

function elementName(value, place, identity) {
  if (!(value instanceof Map)) return null;
  const chosen = place.length > 0 && isIndex(place.at(-1)) ? chosenMembers(place.slice(0, -1), identity) : [];
  const found = [...chosen, ...identityKeys.map((key) => [key])].map((member) => valueAt(value, member)).find((one) => one !== undefined);
  return found === undefined ? null : identityText(found);
}

// Whether two objects have most of their members in common, and at least half of the old values beside the one that identifies
// them.
function areAlike(old, current) {
  if (old.size < 2 || 2 * Math.min(old.size, current.size) < Math.max(old.size, current.size)) return false;
  const shared = [...old.keys()].filter((key) => current.has(key)).length;
  const same = [...old].filter(([key, value]) => current.has(key) && equalJSON(value, current.get(key))).length;
  return 2 * shared >= Math.max(old.size, current.size) && 2 * (same - 1) >= old.size - 1;
}

function compareIdentified(old, current, { old: oldIDs, current: newIDs }, path, operations, identity) {
  const ids = [...oldIDs.keys()];
  for (let index = old.length - 1; index >= 0; index -= 1) {
    if (!newIDs.has(ids[index])) appendOperation(operations, "remove", [...path, index], { was: old[index] });
  }
  const order = ids.filter((id) => newIDs.has(id));
  const wanted = [...newIDs.keys()].filter((id) => oldIDs.has(id));
  const ranks = new Map(order.map((id, rank) => [id, rank]));
  const fixed = new Set(longestIncreasing(wanted.map((id) => ranks.get(id))).map((place) => wanted[place]));
  if (fixed.size < order.length) {
    // Each element that moves goes behind the one that it shall follow; the others keep their order.
    for (let index = 0; index < wanted.length; index += 1) {
      if (fixed.has(wanted[index])) continue;
      const from = order.indexOf(wanted[index]);
      order.splice(from, 1);
      const to = index === 0 ? 0 : order.indexOf(wanted[index - 1]) + 1;
      order.splice(to, 0, wanted[index]);
      if (from !== to) appendOperation(operations, "move", [...path, to], { from: [...path, from] });
    }
  }
  for (const [id, index] of newIDs) {
    if (!oldIDs.has(id)) appendOperation(operations, "add", [...path, index], { value: current[index] });
  }
  for (const id of wanted) {
    const index = newIDs.get(id);
    compareValues(old[oldIDs.get(id)], current[index], [...path, index], operations, identity);
  }
}

// The places of a longest increasing subsequence of distinct numbers.
function longestIncreasing(numbers) {
  const ends = []; // ends[n]: the place of the smallest number that ends a subsequence of n + 1 numbers
  const before = [];
  numbers.forEach((number, place) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]] < number) low = middle + 1;
      else high = middle;
    }
    before.push(low > 0 ? ends[low - 1] : -1);
    ends[low] = place;
  });
  const places = [];
  for (let place = ends.length > 0 ? ends[ends.length - 1] : -1; place >= 0; place = before[place]) places.push(place);
  return places.reverse();
}

const longestCommonSearch = 1_000_000;

function compareElements(old, current, path, operations, identity) {
  let start = 0;
  while (start < old.length && start < current.length && equalJSON(old[start], current[start])) start += 1;
  let oldEnd = old.length;
  let newEnd = current.length;
  while (oldEnd > start && newEnd > start && equalJSON(old[oldEnd - 1], current[newEnd - 1])) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  // The elements before `index` already equal the new ones, so that paths have the new indexes.
  for (const hunk of editHunks(old, current, start, oldEnd, newEnd)) {
    const pairs = Math.min(hunk.oldEnd - hunk.old, hunk.currentEnd - hunk.current);
    for (let offset = 0; offset < pairs; offset += 1) {
      const index = hunk.current + offset;
      compareValues(old[hunk.old + offset], current[index], [...path, index], operations, identity);
    }
    for (let index = hunk.oldEnd - 1; index >= hunk.old + pairs; index -= 1) {
      appendOperation(operations, "remove", [...path, hunk.current + index - hunk.old], { was: old[index] });
    }
    for (let index = hunk.current + pairs; index < hunk.currentEnd; index += 1) {
      appendOperation(operations, "add", [...path, index], { value: current[index] });
    }
  }
}

// The ranges of elements that differ, by a longest common subsequence where that isn't too slow.
function editHunks(old, current, start, oldEnd, newEnd) {
  const rows = oldEnd - start;
  const columns = newEnd - start;
  const whole = [{ old: start, oldEnd, current: start, currentEnd: newEnd }];
  if (rows === 0 || columns === 0 || rows * columns > longestCommonSearch) return whole;
  const left = old.slice(start, oldEnd).map(comparableText);
  const right = current.slice(start, newEnd).map(comparableText);
  // lengths[row][column]: the longest common subsequence of what follows both.
  const width = columns + 1;
  const lengths = new Int32Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        left[row] === right[column]
          ? lengths[(row + 1) * width + column + 1] + 1
          : Math.max(lengths[(row + 1) * width + column], lengths[row * width + column + 1]);
    }
  }
  const hunks = [];
  let row = 0;
  let column = 0;
  while (row < rows || column < columns) {
    const from = [row, column];
    while ((row < rows || column < columns) && !(row < rows && column < columns && left[row] === right[column])) {
      if (column === columns || (row < rows && lengths[(row + 1) * width + column] >= lengths[row * width + column + 1])) row += 1;
      else column += 1;
    }
    if (row > from[0] || column > from[1]) {
      hunks.push({ old: start + from[0], oldEnd: start + row, current: start + from[1], currentEnd: start + column });
    }
    while (row < rows && column < columns && left[row] === right[column]) {
      row += 1;
      column += 1;
    }
  }
  return hunks;
}
