// Actions in one short line, as `inspect` lists them, with … for what doesn't fit.

const rowTextLength = 160;

// How much of a value to show, from everything to little: characters of a text, elements, and levels.
const notationDetails = [
  [Infinity, Infinity, Infinity],
  [60, 12, 4],
  [40, 6, 3],
  [24, 4, 2],
  [16, 3, 1],
  [12, 8, 0],
  [8, 3, 0],
];

const argumentLength = 40;
const mostArguments = 8;

/** The arguments of an action in short, without labels: `run  Running  km`; empty if it has none. */
function argumentsText(type, swiftType, action) {
  const cases = swiftType !== undefined && type.startsWith(`${swiftType}.`) ? type.slice(swiftType.length + 1) : type;
  const payload = payloadOf(action, cases === "" || cases.includes(".") ? cases.split(".").filter((name) => name !== "") : [cases]) ?? action;
  const places = patchedPlaces(payload);
  if (places !== null) {
    const whole = payload.length > rowTextLength ? "…" : fittedNotation((notation) => writeOperations(payload, notation), rowTextLength);
    return whole.includes("…") ? placesText(places, rowTextLength) : whole;
  }
  if (payload instanceof Map && opaqueType(payload) !== undefined) return shortNotation(payload, rowTextLength);
  const found = { outcomes: [], plain: [], others: [] };
  if (payload instanceof Map && !isOutcome(payload)) {
    for (const [key, member] of payload) if (!kindMembers.includes(key) || !isLabel(member, type, cases.split(".").pop())) addArgument(found, key, member);
  } else if (payload !== cases) {
    addArgument(found, "_0", payload);
  }
  const { outcomes, plain, others } = found;
  // A UUID, such as that of a window, is often the same in all actions.
  if (plain.length > 1 && plain.some(isUUID)) plain.sort((one, other) => isUUID(one) - isUUID(other));
  const shown = outcomes.concat(plain.length > 0 ? plain : others).slice(0, mostArguments);
  return shortened(shown.map((one) => (typeof one === "string" ? one : shortNotation(one, argumentLength))).join("  "), rowTextLength);
}

// Adds the text of an argument to those of its kind. Lists and objects stay values: they are shown only if nothing plain is.
function addArgument({ outcomes, plain, others }, key, value) {
  // Times say little in a list that is ordered by time.
  if (typeof value === "string") {
    if (value.length < 20 || !/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(value)) plain.push(excerpt(value));
  } else if (typeof value === "boolean") plain.push(isUnlabelled(key) ? String(value) : `${excerpt(key)}: ${value}`);
  else if (isOutcome(value)) outcomes.push(outcomeText(value));
  else if (Array.isArray(value) || value instanceof Map) others.push(value);
  else if (value !== null && dateOf(value, key) === null) plain.push(String(value));
}

const isUUID = (text) => text.length === 36 && /^[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}$/i.test(text);

const failureCases = ["failure", "failed"];
const outcomeCases = [...failureCases, "success", "succeeded"];

// Whether a value is a case such as those of `Result`.
function isOutcome(value) {
  return value instanceof Map && value.size === 1 && outcomeCases.includes(value.keys().next().value);
}

function outcomeText(value) {
  const [name] = value.keys();
  return failureCases.includes(name) ? shortNotation(value, argumentLength) : `.${name}`;
}

// The members of actions that may repeat the label: as web apps have it, or with the case that follows a type's name.
const kindMembers = ["type", "actionType", "kind", "keyPath"];

// Whether such a member repeats the label, or its end.
function isLabel(member, label, last) {
  if (member instanceof Map) return member.size === 1 && member.get(last) instanceof Map && member.get(last).size === 0;
  if (typeof member === "string" && member !== "" && label.endsWith(`.${member}`)) return true;
  return member !== null && !Array.isArray(member) && String(member) === label;
}

// The start of a text in a list of arguments.
function excerpt(text) {
  const most = 4 * argumentLength;
  const start = text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join("");
  return shortened(visibleCharacters(start) + (start.length < text.length ? "…" : ""), argumentLength);
}

function shortened(text, length) {
  if (text.length <= length) return text;
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}

// A value, with as much detail as fits.
const shortNotation = (value, length) => fittedNotation((notation) => notation.write(value, 0), length);

// The text that a function writes, with as much detail as fits.
function fittedNotation(write, length) {
  let text = "";
  for (const detail of notationDetails) {
    const notation = new ShortNotation(detail);
    write(notation);
    text = notation.text;
    if (text.length <= length) return text;
  }
  return `${text.slice(0, length - 1)}…`;
}

// The places that the operations of a patch (RFC 6902) touch, each once; null for any other value.
function patchedPlaces(payload) {
  if (!Array.isArray(payload) || payload.length === 0) return null;
  const places = new Set();
  for (const operation of payload.slice(0, 1000)) {
    const path = operation instanceof Map && typeof operation.get("op") === "string" ? operation.get("path") : undefined;
    if (typeof path !== "string") return null;
    places.add(shownPlace(path));
  }
  return [...places];
}

const shownPlace = (path) => visibleCharacters(placeName(path));

// The operations of a patch as `replace /title "x", move /a to /b`.
function writeOperations(operations, notation) {
  if (operations.some((operation) => [...operation.keys()].some((key) => !["op", "path", "from", "value"].includes(key)))) {
    notation.write(operations, 0);
    return;
  }
  for (const [index, operation] of operations.entries()) {
    const from = operation.get("from");
    notation.text += `${index > 0 ? ", " : ""}${visibleCharacters(operation.get("op"))} ${typeof from === "string" ? `${shownPlace(from)} to ` : ""}${shownPlace(operation.get("path"))}`;
    if (!operation.has("value")) continue;
    notation.text += " ";
    notation.write(operation.get("value"), 0);
  }
}

// As many places as fit, and the number of the others.
function placesText(places, length) {
  let text = "";
  for (const [index, place] of places.entries()) {
    const next = index === 0 ? place : `, ${place}`;
    const rest = places.length - index - 1;
    const end = rest > 0 ? `, +${rest}` : "";
    if ((text + next + end).length <= length) text += next;
    else if (index === 0) return `${place.slice(0, Math.max(0, length - end.length - 1))}…${end}`;
    else return `${text}, +${rest + 1}`;
  }
  return text;
}

// The payload in an action's JSON, inside the enum cases of a path, after the values that stand beside an inner action, such as an
// element's `id`; undefined if the JSON doesn't follow the path.
function payloadOf(action, path) {
  let value = action;
  let beside = null;
  const joined = (payload) => {
    if (beside === null) return payload;
    const isMerged = payload instanceof Map && opaqueType(payload) === undefined && ![...payload.keys()].some((key) => beside.has(key));
    return isMerged ? new Map([...beside, ...payload]) : new Map([...beside, ["action", payload]]);
  };
  for (let position = 0; position < path.length; position += 1) {
    const name = path[position];
    // The rest of the path is a name that the value has given itself, such as that of a property.
    if (!(value instanceof Map) || value.size !== 1 || !value.has(name)) return position === 0 ? undefined : joined(value);
    const inner = value.get(name);
    if (position === path.length - 1) return joined(inner);
    if (!(inner instanceof Map)) return undefined;
    // A case that holds another enum encodes it as its first unlabelled value, or beside others as `action`.
    if (inner.size === 1 && inner.has("_0")) {
      value = inner.get("_0");
    } else if (inner.has("action")) {
      if (inner.size > 1) beside ??= new Map();
      for (const [key, member] of inner) if (key !== "action" && !beside.has(key)) beside.set(key, member);
      value = inner.get("action");
    } else {
      return undefined;
    }
  }
  return undefined;
}

// The type of a value that could not be encoded.
function opaqueType(members) {
  const type = members.get("$opaque");
  return typeof type === "string" && members.size <= 2 ? type : undefined;
}

const isUnlabelled = (key) => key.startsWith("_") && /^_[0-9]+$/.test(key);
// The second expression is slow.
const isIdentifier = (key) => /^[A-Za-z_][A-Za-z_0-9]*$/.test(key) || /^[_\p{XID_Start}][\p{XID_Continue}]*$/u.test(key);

class ShortNotation {
  constructor([characters, elements, levels]) {
    this.characters = characters;
    this.elements = elements;
    this.levels = levels;
    this.text = "";
  }

  // More text would be useless, and costly for a large value.
  get isTooLong() {
    return this.text.length > 4 * rowTextLength;
  }

  isCollapsed(depth) {
    return depth > 0 && depth >= this.levels;
  }

  write(value, depth) {
    if (this.isTooLong) return;
    if (value === null) this.text += "nil";
    else if (typeof value === "string") this.text += this.literal(value);
    else if (Array.isArray(value)) this.writeArray(value, depth);
    else if (value instanceof Map) this.writeObject(value, depth);
    else this.text += String(value);
  }

  literal(text) {
    const limit = Math.min(this.characters, rowTextLength + 1);
    if (text.length <= limit) return `"${literalCharacters(text)}"`;
    // Whole characters, as far as the language knows them: a limit may not split a pair.
    const start = text.slice(0, 2 * limit);
    const shown = [...start].slice(0, limit).join("");
    return `"${literalCharacters(shown)}${shown.length < text.length ? "…" : ""}"`;
  }

  writeArray(elements, depth) {
    const isEmpty = elements.length === 0;
    // A list of collapsed elements would add no information.
    const isUninformative = depth + 1 >= this.levels && elements.every(isCollapsible);
    if (!isEmpty && (this.isCollapsed(depth) || isUninformative)) {
      this.text += "[…]";
      return;
    }
    this.text += "[";
    this.writeList(elements, (element) => this.write(element, depth + 1));
    this.text += "]";
  }

  writeObject(members, depth) {
    const [name] = members.keys();
    const payload = members.get(name);
    const isOnly = members.size === 1;
    if (members.size === 0) {
      this.text += "[:]";
    } else if (opaqueType(members) !== undefined) {
      const bytes = members.has("bytes") ? `, ${String(members.get("bytes"))} bytes` : "";
      this.text += `<${visibleCharacters(opaqueType(members).slice(0, rowTextLength))}${bytes}>`;
    } else if (isOnly && name === "$some") {
      this.text += ".some(";
      this.write(payload, depth);
      this.text += ")";
    } else if (isOnly && isIdentifier(name) && !isUnlabelled(name) && isCasePayload(payload)) {
      this.text += `.${name}`;
      if (payload.size > 0) this.writeCall(payload, depth);
    } else if ([...members.keys()].every(isIdentifier)) {
      this.writeCall(members, depth);
    } else if (this.isCollapsed(depth)) {
      this.text += "[…]";
    } else {
      this.text += "[";
      this.writeList(members, ([key, value]) => {
        this.text += `"${literalCharacters(key.slice(0, rowTextLength))}": `;
        this.write(value, depth + 1);
      });
      this.text += "]";
    }
  }

  writeCall(members, depth) {
    if (this.isCollapsed(depth)) {
      this.text += "(…)";
      return;
    }
    this.text += "(";
    this.writeList(members, ([key, value]) => {
      if (!isUnlabelled(key)) {
        this.text += isIdentifier(key) ? `${key}: ` : `"${literalCharacters(key.slice(0, rowTextLength))}": `;
      }
      this.write(value, depth + 1);
    });
    this.text += ")";
  }

  writeList(elements, write) {
    let index = 0;
    for (const element of elements) {
      if (this.isTooLong) return;
      if (index > 0) this.text += ", ";
      if (index === this.elements) {
        this.text += "…";
        return;
      }
      write(element);
      index += 1;
    }
  }
}

function isCollapsible(value) {
  return Array.isArray(value) ? value.length > 0 : value instanceof Map && value.size > 0;
}

function isCasePayload(value) {
  return value instanceof Map && [...value.keys()].every(isUnlabelled);
}

// Characters that control, hide or reorder text, but for variation selectors.
const hostileCharacters = /(?![\ufe00-\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const namedCharacters = new Map([["\n", "\\n"], ["\r", "\\r"], ["\t", "\\t"]]);

/** A text with visible escapes for every character that could fool a reader. */
function visibleCharacters(text) {
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(hostileCharacters, (character) => {
    return namedCharacters.get(character) ?? `\\u{${character.codePointAt(0).toString(16)}}`;
  });
}

// The same for the inside of a literal.
function literalCharacters(text) {
  return visibleCharacters(/["\\]/.test(text) ? text.replace(/["\\]/g, "\\$&") : text);
}
