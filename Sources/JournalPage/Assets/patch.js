// JSON Pointers (RFC 6901) and Patches (RFC 6902) on the values of json.js.
// Operations are parsed JSON: Map with `op`, `path`, `value`, `from`, and `was`, the value that they remove or replace.

/** An operation that doesn't apply, or a pointer that isn't one. */
class PatchError extends Error {
  constructor(message) {
    super(message);
    this.name = "PatchError";
  }
}

/** The tokens of a pointer such as `/a~1b/0`; none for the root. */
function parsePointer(text) {
  if (text === "") return [];
  if (text[0] !== "/") throw new PatchError(`"${text}" doesn't start with a slash`);
  const tokens = text.slice(1).split("/");
  if (!text.includes("~")) return tokens;
  return tokens.map((token) => {
    if (/~(?![01])/.test(token)) throw new PatchError(`"${text}" has a ~ without 0 or 1`);
    return token.replaceAll("~1", "/").replaceAll("~0", "~");
  });
}

/** The pointer with these tokens. */
function printPointer(tokens) {
  let text = "";
  for (const token of tokens) text += `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return text;
}

// An index of an array: digits without leading zeros; -1 for any other token.
function indexOfToken(token) {
  return /^(0|[1-9][0-9]{0,14})$/.test(token) ? Number(token) : -1;
}

/** The value at the tokens of a pointer, or undefined. */
function valueAt(root, tokens) {
  let value = root;
  for (const token of tokens) {
    if (value instanceof Map) value = value.get(token);
    else if (Array.isArray(value)) value = value[indexOfToken(token)];
    else return undefined;
    if (value === undefined) return undefined;
  }
  return value;
}

/**
 * Applies operations to a value and returns the new one; the old one stays as it is, and both share what is equal.
 *
 * For a sequence of patches of which only the last state matters, pass the same `owned` set to each call: it holds
 * the containers that are already copies, so that each is copied once.
 */
function applyPatch(root, operations, owned = new Set()) {
  let value = root;
  for (const operation of operations) value = applyOperation(value, operation, owned);
  return value;
}

/** Undoes operations, the last one first, with the values in `was`. */
function undoPatch(root, operations, owned = new Set()) {
  let value = root;
  for (let index = operations.length - 1; index >= 0; index -= 1) value = undoOperation(value, operations[index], owned);
  return value;
}

function applyOperation(root, operation, owned) {
  const tokens = parsePointer(operation.get("path"));
  switch (operation.get("op")) {
    case "add":
      return addValue(root, tokens, operation.get("value"), owned);
    case "remove":
      return removeValue(root, tokens, owned);
    case "replace":
      return replaceValue(root, tokens, operation.get("value"), owned);
    case "move":
      return moveValue(root, parsePointer(operation.get("from")), tokens, owned);
    default:
      throw new PatchError(`the operation ${operation.get("op")} is unknown`);
  }
}

function undoOperation(root, operation, owned) {
  const tokens = parsePointer(operation.get("path"));
  const was = operation.get("was");
  switch (operation.get("op")) {
    case "add":
      return was === undefined ? removeValue(root, tokens, owned) : replaceValue(root, tokens, was, owned);
    case "remove":
      return addValue(root, tokens, was, owned);
    case "replace":
      return replaceValue(root, tokens, was, owned);
    case "move":
      return moveValue(root, tokens, parsePointer(operation.get("from")), owned);
    default:
      throw new PatchError(`the operation ${operation.get("op")} is unknown`);
  }
}

// Returns the root, with copies of the containers on the way to the one that has the last token's value.
function openParent(root, tokens, owned) {
  let parent = own(root, owned);
  const newRoot = parent;
  for (let depth = 0; depth < tokens.length - 1; depth += 1) {
    const key = keyIn(parent, tokens, depth);
    const isObject = parent instanceof Map;
    const child = isObject ? parent.get(key) : parent[key];
    if (child === undefined) throw new PatchError(`${printPointer(tokens.slice(0, depth + 1))} doesn't exist`);
    const copy = own(child, owned);
    if (copy !== child && isObject) parent.set(key, copy);
    else if (copy !== child) parent[key] = copy;
    parent = copy;
  }
  return { root: newRoot, parent, key: keyIn(parent, tokens, tokens.length - 1) };
}

function own(value, owned) {
  if (owned.has(value)) return value;
  const copy = value instanceof Map ? new Map(value) : Array.isArray(value) ? value.slice() : value;
  if (copy !== value) owned.add(copy);
  return copy;
}

function keyIn(parent, tokens, depth) {
  const token = tokens[depth];
  if (parent instanceof Map) return token;
  if (Array.isArray(parent)) {
    const index = token === "-" ? parent.length : indexOfToken(token);
    if (index >= 0 && index <= parent.length) return index;
  }
  throw new PatchError(`${printPointer(tokens.slice(0, depth + 1))} doesn't exist`);
}

function addValue(root, tokens, value, owned) {
  if (value === undefined) throw new PatchError(`nothing to add at ${printPointer(tokens)}`);
  if (tokens.length === 0) return value;
  const place = openParent(root, tokens, owned);
  if (place.parent instanceof Map) place.parent.set(place.key, value);
  else place.parent.splice(place.key, 0, value);
  return place.root;
}

function replaceValue(root, tokens, value, owned) {
  if (value === undefined) throw new PatchError(`nothing to set at ${printPointer(tokens)}`);
  if (tokens.length === 0) return value;
  const place = openParent(root, tokens, owned);
  if (place.parent instanceof Map ? !place.parent.has(place.key) : place.key >= place.parent.length) {
    throw new PatchError(`${printPointer(tokens)} doesn't exist`);
  }
  if (place.parent instanceof Map) place.parent.set(place.key, value);
  else place.parent[place.key] = value;
  return place.root;
}

function removeValue(root, tokens, owned) {
  if (tokens.length === 0) throw new PatchError("the root can't be removed");
  const place = openParent(root, tokens, owned);
  const { parent, key } = place;
  if (parent instanceof Map ? !parent.delete(key) : key >= parent.length) {
    throw new PatchError(`${printPointer(tokens)} doesn't exist`);
  }
  if (Array.isArray(parent)) parent.splice(key, 1);
  return place.root;
}

function moveValue(root, from, to, owned) {
  const value = valueAt(root, from);
  if (value === undefined) throw new PatchError(`${printPointer(from)} doesn't exist`);
  return addValue(removeValue(root, from, owned), to, value, owned);
}

/**
 * The operations, with `was`, that turn one value into another.
 *
 * Members are compared by key. Elements that all have distinct `id` members are matched by these, with the fewest
 * moves; other arrays by their longest common subsequence, unless they are too long for that.
 */
function changesBetween(old, current) {
  const operations = [];
  compareValues(old, current, [], operations);
  return operations;
}

function appendOperation(operations, op, path, members) {
  const operation = new Map([["op", op]]);
  if (members.from !== undefined) operation.set("from", printPointer(members.from));
  operation.set("path", printPointer(path));
  if (members.value !== undefined) operation.set("value", members.value);
  if (members.was !== undefined) operation.set("was", members.was);
  operations.push(operation);
}

function compareValues(old, current, path, operations) {
  if (old === current) return;
  if (old instanceof Map && current instanceof Map) compareObjects(old, current, path, operations);
  else if (Array.isArray(old) && Array.isArray(current)) compareArrays(old, current, path, operations);
  else if (!equalJSON(old, current)) appendOperation(operations, "replace", path, { value: current, was: old });
}

function compareObjects(old, current, path, operations) {
  for (const [key, was] of old) if (!current.has(key)) appendOperation(operations, "remove", [...path, key], { was });
  for (const [key, value] of current) {
    const before = old.get(key);
    if (before === undefined) appendOperation(operations, "add", [...path, key], { value });
    else if (before !== value) compareValues(before, value, [...path, key], operations);
  }
}

function compareArrays(old, current, path, operations) {
  const oldIDs = elementIDs(old);
  const newIDs = oldIDs && elementIDs(current);
  if (newIDs && old.length > 0 && current.length > 0) {
    compareIdentified(old, current, oldIDs, newIDs, path, operations);
  } else {
    compareElements(old, current, path, operations);
  }
}

// The index of each `id`, in the order of the elements, or null unless all elements have distinct ones.
function elementIDs(elements) {
  const indexes = new Map();
  for (let index = 0; index < elements.length; index += 1) {
    const id = elements[index] instanceof Map ? elements[index].get("id") : undefined;
    if (id === undefined || id instanceof Map || Array.isArray(id)) return null;
    indexes.set(compactJSON(id), index);
  }
  return indexes.size === elements.length ? indexes : null;
}

function compareIdentified(old, current, oldIDs, newIDs, path, operations) {
  const ids = [...oldIDs.keys()];
  for (let index = old.length - 1; index >= 0; index -= 1) {
    if (!newIDs.has(ids[index])) appendOperation(operations, "remove", [...path, index], { was: old[index] });
  }
  const order = ids.filter((id) => newIDs.has(id));
  const wanted = [...newIDs.keys()].filter((id) => oldIDs.has(id));
  const fixed = new Set(longestIncreasing(order.map((id) => newIDs.get(id))).map((place) => order[place]));
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
    compareValues(old[oldIDs.get(id)], current[index], [...path, index], operations);
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

function compareElements(old, current, path, operations) {
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
      compareValues(old[hunk.old + offset], current[index], [...path, index], operations);
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
  const left = old.slice(start, oldEnd).map(compactJSON);
  const right = current.slice(start, newEnd).map(compactJSON);
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
