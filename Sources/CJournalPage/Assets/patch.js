// JSON Pointers (RFC 6901) and Patches (RFC 6902) on the values of json.js.
// Operations are parsed JSON: Map with `op`, `path`, `value`, `from`, and `was`, the value that they remove or replace.

/** An operation that doesn't apply, or a pointer that isn't one. */
class PatchError extends Error {
  constructor(message) {
    super(message);
    this.name = "PatchError";
  }
}

function isIndex(token) {
  return /^(0|[1-9][0-9]*)$/.test(token);
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
