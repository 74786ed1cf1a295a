// The places that hold stand-ins for secrets, as the records name them. `RedactedPlaces.swift` decides in the same way.

// The most tokens of a pointer: more lead to nothing that a line can hold.
const mostTokens = 512;
const standIns = new Set(["redacted", "redacted:", "cmVkYWN0ZWQ=", "00000000-0000-0000-0000-000000000000"]);

/** Redacted places in an action or in states. */
class RedactedPlaces {
  constructor() {
    this.root = { parts: new Map(), isRedacted: false };
    this.isEmpty = true;
    // Places that the last record set to something else: they are no secrets in its state, but in that before.
    this.replaced = [];
  }

  /** Adds the places in the state that a record names. */
  addState(record) {
    if (this.replaced.length > 0) {
      for (const tokens of this.replaced) removePlace(tokens, this.root);
      this.replaced = [];
    }
    const kind = record.get("kind");
    if (kind === "snapshot") this.add(record.get("redacted") ?? []);
    if (kind !== "action") return;
    // Nearly always, there is no place that an action could set.
    if (this.isEmpty && !record.has("secrets")) return;
    const secrets = new Set(record.get("secrets") ?? []);
    // What an action sets to something else is no stand-in, unless the record names it.
    for (const place of record.get("changed")?.keys() ?? []) {
      const tokens = parsePointer(place);
      if (!secrets.has(place) && !tokens.some(isIndex)) this.replaced.push(tokens);
    }
    this.add(secrets);
  }

  add(places, keepsIndexes = false) {
    for (const place of places) {
      this.isEmpty = false;
      const tokens = parsePointer(place);
      addPlace(keepsIndexes ? tokens : tokens.map(partKey), 0, this.root);
    }
  }

  /** A value, at the tokens of its place, with the word in place of the stand-ins in it. */
  masked(value, tokens = []) {
    if (this.isEmpty) return value;
    let nodes = [this.root];
    for (const token of tokens) nodes = placesIn(nodes, token);
    return maskedValue(value, nodes);
  }
}

function addPlace(tokens, depth, node) {
  if (depth === tokens.length) {
    node.isRedacted = true;
    return;
  }
  const key = tokens[depth];
  if (!node.parts.has(key)) node.parts.set(key, { parts: new Map(), isRedacted: false });
  addPlace(tokens, depth + 1, node.parts.get(key));
}

function removePlace(tokens, node) {
  for (const token of tokens) {
    node = node.parts.get(token);
    if (!node) return;
  }
  node.isRedacted = false;
}

// The key of a part of a state. Elements move, and each record names their places of its time, so an index stands for any: null.
function partKey(token) {
  return isIndex(token) ? null : token;
}

function placesIn(nodes, token) {
  // What is in a set or in a table has no places of its own.
  const found = nodes.some((node) => node.isRedacted) ? [{ parts: new Map(), isRedacted: true }] : [];
  const keys = isIndex(token) ? [token, null, "*"] : [token, "*"];
  for (const node of nodes) {
    for (const key of keys) if (node.parts.has(key)) found.push(node.parts.get(key));
  }
  return found;
}

function maskedValue(value, nodes) {
  if (nodes.length === 0 || value === undefined) return value;
  if (value instanceof Map && value.size > 0) return new Map([...value].map(([key, part]) => [key, maskedValue(part, placesIn(nodes, key))]));
  if (Array.isArray(value) && value.length > 0) {
    const inner = placesIn(nodes, null);
    const named = new Set(nodes.flatMap((node) => [...node.parts.keys()].filter((key) => key !== null && isIndex(key))));
    return value.map((part, index) => maskedValue(part, named.has(`${index}`) ? placesIn(nodes, `${index}`) : inner));
  }
  return nodes.some((node) => node.isRedacted) ? shownStandIn(value) : value;
}

function shownStandIn(value) {
  if (value === null || value === true) return value;
  if (typeof value === "string") return standIns.has(value) || /^redacted:[a-z]*$/.test(value) ? redactedText : value.replaceAll("redacted", redactedText);
  if (value instanceof JSONNumber) return value.literal === "0" ? redactedText : value;
  return redactedText;
}

/** The action of a record, with the word in place of its stand-ins. */
function shownAction(record) {
  if (!record.has("redacted")) return record.get("action");
  const places = new RedactedPlaces();
  places.add(record.get("redacted"), true);
  return places.masked(record.get("action"));
}

/** The places in the state whose secrets an action changed. */
function changedSecrets(record) {
  return record.get("secrets") ?? [];
}
