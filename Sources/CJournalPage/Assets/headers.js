// The header of a session: what it must hold, and what its rules of redaction may be.

const knownFormat = 1;
const knownHash = "siphash-tree/1";
const volatileHash = "siphash-tree/1+volatile";
const inputsSuffix = "+inputs";
const knownLists = "usual/1";

function checkHeader(record) {
  // The format comes first, because another format may define every other member differently.
  if (integerOf(record.required("format")) !== knownFormat) {
    const found = record.shown("format");
    throw new JournalProblem(`format ${found}, but this version reads format ${knownFormat}`, newerVersion, "unknown");
  }
  const hash = record.text("hash");
  const definition = hash.endsWith(inputsSuffix) ? hash.slice(0, -inputsSuffix.length) : hash;
  if (definition !== knownHash && definition !== volatileHash) {
    throw new JournalProblem(`state hash ${hash}, but this version knows ${knownHash}`, newerVersion, "unknown");
  }
  if (!isLowercaseHex(record.text("journal"), 32)) throw record.unexpected("journal", "32 lowercase hex digits");
  if (parseRFC3339(record.text("started")) === undefined) throw record.unexpected("started", "an RFC 3339 time");
  const app = record.required("app");
  if (!(app instanceof Map) || typeof app.get("name") !== "string") throw record.unexpected("app", "an object with a name");
  if (record.root.has("context") && !(record.root.get("context") instanceof Map)) {
    throw record.unexpected("context", "an object");
  }
  checkRules(record, definition);
  if (!(pointersIn(record.root.get("identity"))?.length <= maximumIdentities)) {
    throw record.unexpected("identity", `a list of at most ${maximumIdentities} pointers`);
  }
  for (const [key, digits] of [["previous", 16], ["key", 16], ["previous-auth", 32]]) {
    const text = record.optionalText(key);
    if (text !== undefined && !isLowercaseHex(text, digits)) {
      throw record.unexpected(key, `${digits} lowercase hex digits`);
    }
  }
  record.count("session");
  record.text("detail");
  record.optionalText("states");
  record.text("platform");
}

// MARK: Rules

const nameLists = ["names", "texts", "words", "near", "except", "harmless", "formats"];
const usualNameCount = 287;
const maximumNames = 1 << 16;
const maximumTokens = 1 << 16;
const maximumArrangements = 16;
const maximumIdentities = 64;

function checkRules(record, definition) {
  const rules = record.root.has("rules") ? record.root.get("rules") : new Map();
  if (rules instanceof Map && typeof rules.get("names") === "string" && rules.get("names") !== knownLists) {
    const reason = `redaction rules ${rules.get("names")}, but this version knows ${knownLists}`;
    throw new JournalProblem(reason, newerVersion, "unknown");
  }
  const pointers = rules instanceof Map ? rulePointers(rules) : undefined;
  if (pointers === undefined) throw record.unexpected("rules", "an object with lists of pointers and names");
  if (pointers.names > maximumNames) throw record.unexpected("rules", `at most ${maximumNames} names`);
  if (mostArrangements(pointers.all) > maximumArrangements) {
    const expected = `pointers of one length with * in at most ${maximumArrangements} arrangements`;
    throw record.unexpected("rules", expected);
  }
  const expected = pointers.volatile.length > 0 ? volatileHash : knownHash;
  if (definition !== expected) throw record.unexpected("hash", `${expected}, as the rules say`);
}

// The pointers of the rules as tokens, and the number of names; undefined if the rules are invalid.
function rulePointers(rules) {
  const volatile = pointersIn(rules.get("volatile"));
  if (volatile === undefined) return undefined;
  if (!rules.has("redact") && !rules.has("names") && !rules.has("allow")) return { volatile, all: volatile, names: 0 };
  const redacted = pointersIn(rules.get("redact"));
  const allowed = pointersIn(rules.get("allow"));
  const exempt = pointersIn(rules.get("exempt"));
  if (redacted === undefined || allowed === undefined || exempt === undefined) return undefined;
  const isVersion = typeof rules.get("names") === "string";
  const nothing = new Map();
  const added = !isVersion ? rules : rules.has("add") ? rules.get("add") : nothing;
  const removed = isVersion && rules.has("remove") ? rules.get("remove") : nothing;
  if (!(added instanceof Map) || !(removed instanceof Map)) return undefined;
  let names = isVersion ? usualNameCount : 0;
  for (const name of nameLists) {
    if (!areTexts(added.get(name)) || !areTexts(removed.get(name))) return undefined;
    if (name !== "formats") names += added.get(name)?.length ?? 0;
  }
  return { volatile, all: [...redacted, ...allowed, ...exempt, ...volatile], names };
}

function areTexts(value) {
  return value === undefined || (Array.isArray(value) && value.every((text) => typeof text === "string"));
}

function pointersIn(value) {
  if (value === undefined) return [];
  if (!areTexts(value)) return undefined;
  if (value.reduce((count, text) => count + text.split("/").length - 1, 0) > maximumTokens) return undefined;
  try {
    return value.map(parsePointer);
  } catch (error) {
    if (error instanceof PatchError) return undefined;
    throw error;
  }
}

// The most arrangements of * in the first tokens of the pointers, for any number of tokens.
function mostArrangements(pointers) {
  const arrangements = [];
  for (const tokens of pointers) {
    let arrangement = "";
    tokens.forEach((token, depth) => {
      arrangement += token === "*" ? "*" : "-";
      arrangements[depth] ??= new Set();
      arrangements[depth].add(arrangement);
    });
  }
  return arrangements.reduce((most, set) => Math.max(most, set.size), 0);
}

// MARK: Times

const rfc3339 =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))$/;

/** The microseconds since 1970 of an RFC 3339 time; undefined for anything else. */
function parseRFC3339(text) {
  const parts = rfc3339.exec(text);
  if (parts === null) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number);
  const [eastHours, eastMinutes] = [Number(parts[9] ?? 0), Number(parts[10] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59 || eastHours > 23 || eastMinutes > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || month < 1 || month > 12) return undefined;
  const east = (eastHours * 60 + eastMinutes) * (parts[8] === "-" ? -60 : 60);
  const seconds = date.getTime() / 1000 + hour * 3600 + minute * 60 + second - east;
  return seconds * 1_000_000 + Number((parts[7] ?? "").slice(0, 6).padEnd(6, "0"));
}
