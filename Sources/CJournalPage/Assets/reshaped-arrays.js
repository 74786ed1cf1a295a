// Arrays in which a patch gives elements other identities. `ReshapedArrays.swift` finds the same.

// A patch with more of them is told as it is.
const mostReshaped = 100;
// So are the operations in a longer array, whose elements would be compared with each step.
const mostElements = 1000;

/**
 * The places of these arrays, as tokens, without those inside others.
 *
 * Where an element went, a shortest patch may turn each one behind it into the next, member by member. As a replacement of
 * the array, a reader can be told which element went.
 */
function reshapedArrays(operations, identity) {
  const resized = new Set(operations.map((operation) => resizedBy(operation, identity)).filter((place) => place !== null));
  const found = operations.map((operation) => reshapedBy(operation, identity, resized)).filter((place) => place !== null);
  const places = [...new Set(found.map(printPointer))].map(parsePointer);
  if (places.length > mostReshaped) return [];
  return places.filter((place) => !places.some((other) => other.length < place.length && isAtOrAbove(other, place)));
}

/** Joins the operations in each of some arrays to one that replaces the array; `state` is the whole state after them. */
function joinedOperations(operations, places, identity, state) {
  let joined = operations;
  for (const place of places) {
    const isInside = (operation) => operation.get("path").startsWith(`${printPointer(place)}/`);
    const first = joined.findIndex(isInside);
    const inside = joined.filter(isInside);
    if (joined.slice(first, first + inside.length).some((operation) => !isInside(operation))) continue;
    const value = valueAt(state, place);
    const was = Array.isArray(value) && value.length <= mostElements ? valueBefore(inside, place, value) : undefined;
    if (!Array.isArray(was) || sharedIdentities(was, value, place, identity) === null) continue;
    const whole = new Map([["op", "replace"], ["path", printPointer(place)], ["value", value], ["was", was]]);
    joined = [...joined.slice(0, first), whole, ...joined.slice(first + inside.length)];
  }
  return joined;
}

// The value that operations turned into another; undefined if they don't lead there.
function valueBefore(operations, place, value) {
  const inner = (pointer) => printPointer(parsePointer(pointer).slice(place.length));
  let root = value;
  try {
    for (const operation of operations.toReversed()) {
      if (operation.has("from") && !isAtOrAbove(place, parsePointer(operation.get("from")))) return undefined;
      const relative = new Map([...operation].map(([key, one]) => [key, key === "path" || key === "from" ? inner(one) : one]));
      const now = valueAt(root, parsePointer(relative.get("path")));
      if (operation.has("value") && (now === undefined || !equalJSON(now, operation.get("value")))) return undefined;
      if (!["add", "move", "copy"].includes(operation.get("op")) && !operation.has("was")) return undefined;
      root = undoPatch(root, [relative]);
    }
  } catch (error) {
    if (error instanceof PatchError) return undefined;
    throw error;
  }
  return root;
}

// The place of the array to which an operation adds an element, or from which it removes one, that has no identity by a usual
// name or the app's choice; else null.
function resizedBy(operation, identity) {
  const element = { add: operation.get("value"), remove: operation.get("was") }[operation.get("op")];
  const place = element instanceof Map ? arrayAround(operation.get("path")) : null;
  return place === null || identityMembers(parsePointer(place), identity).some((member) => valueAt(element, member) !== undefined) ? null : place;
}

function identityMembers(place, identity) {
  return [...chosenMembers(place, identity), ...identityKeys.map((key) => [key])];
}

// The place of the array in which an operation gives an element another identity; null if it doesn't. Members with other
// names than the usual ones may identify elements where the array also gets or loses elements.
function reshapedBy(operation, identity, resized) {
  if (operation.get("op") !== "replace" || !operation.has("was")) return null;
  const [was, value, path] = [operation.get("was"), operation.get("value"), parsePointer(operation.get("path"))];
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    if (!isIndex(path[depth])) continue;
    const place = path.slice(0, depth);
    const inside = path.slice(depth + 1);
    if (identityMembers(place, identity).some((member) => identityDiffers(was, value, member, inside))) return place;
    if (!resized.has(printPointer(place))) continue;
    if (inside.length === 0 && was instanceof Map && value instanceof Map) return place;
    if (inside.length === 1 && isScalarIdentity(was) && isScalarIdentity(value) && typeof was === typeof value) return place;
  }
  return null;
}

function isScalarIdentity(value) {
  return typeof value === "string" || value instanceof JSONNumber;
}

// Whether the identity of an element differs in two values at the same place in it. It may be the only member of an object.
function identityDiffers(was, value, member, place) {
  const isWithin = place.length <= member.length ? isAtOrAbove(place, member) : place.length === member.length + 1 && isAtOrAbove(member, place);
  if (!isWithin) return false;
  const [before, after] = [was, value].map((one) => identityText(valueAt(one, member.slice(place.length))));
  return before !== null && after !== null && before !== after;
}
