// The words on the page, and values as text. Nothing here touches the page.

const statusMarks = { proven: "✓", recorded: "·", converted: "⇢", differs: "✗", "not proven": "?", missing: "∅" };

const statusSentences = {
  proven: "Proven: today's app leads to this state, too.",
  recorded: "Recorded: the journal holds this state. Nothing has proven it.",
  converted: "Converted: today's app makes this state of the actions. The state's shape has changed since some were recorded, so no hash is taken for a proof.",
  differs: "Today's app does something else here. The user saw what was recorded; today's app may be mended, or broken.",
  "not proven": "Not proven: replay doesn't lead here, and the journal doesn't hold the state. The page shows which places changed.",
  missing: "Missing: no state follows, because the action was interrupted or the journal is damaged here.",
};

/** What the other words mean, in a line each. */
const terms = {
  hash: "A fingerprint of a state: equal states have equal hashes.",
  redacted: "The recorder redacted values by its rules: by their names, such as password, and where a text looks like a key. It wrote all other values.",
  interrupted: "The process ended while this action's reducer ran, so no state follows from it.",
  "cut off": "This action's reducer had returned, but its line was cut off, so the journal doesn't hold its state.",
  volatile: "The app declared that this place may differ when replayed, so replay doesn't compare it.",
  play: "Goes through the actions in the pace of the recording, at least 0.3 s and at most 2 s for each. At the end, it starts again.",
  "copy point": "Copies FILE@SEQ:PLACE. The commands of reduxlog accept it, such as reduxlog show.",
  commands: "Commands of reduxlog for what is selected, to copy: show it, test it, find its cause.",
  "copy patch": "Copies the whole JSON that the tab shows: the difference as a patch (RFC 6902), the state, the action, or the value.",
};

const problemMarks = {
  differs: "✗", crashed: "✗", hung: "✗", "in flight": "†", damage: "✗", gap: "┄", torn: "†", unproven: "?", "went back": "↶",
  "other content": "~", "only here": "−", "only there": "+",
};

function plural(count, one, many = `${one}s`) {
  return `${groupDigits(count)} ${count === 1 ? one : many}`;
}

function groupDigits(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

// Control characters, bidirectional controls and invisible characters, but not the joiners that emoji need.
const invisible = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const shortEscapes = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text with its invisible characters as escapes, so that it can't hide or reorder anything. */
function visibleText(text) {
  return text.replace(invisible, (found) => shortEscapes[found] ?? `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A value as one line of at most `limit` characters. It reads no more of the value than it prints. */
function shortValue(value, limit = 160, name = "") {
  const text = visibleText(shortJSON(value, limit + 1, 0, name));
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

function shortJSON(value, limit, depth, name = "") {
  if (value === undefined) return "nothing";
  if (isRedacted(value)) return value;
  if (typeof value === "string") return `"${value.length > limit ? value.slice(0, limit) : value}"`;
  if (value instanceof JSONNumber) return value.literal.slice(0, limit);
  const isObject = value instanceof Map;
  if (!isObject && !Array.isArray(value)) return String(value);
  if (depth > 6) return isObject ? "{…}" : "[…]";
  let text = isObject ? "{" : "[";
  let isFirst = true;
  for (const entry of isObject ? value : value.entries()) {
    if (!isFirst) text += ", ";
    isFirst = false;
    if (isObject) text += `${entry[0]}: `;
    if (text.length > limit) return text;
    const member = isObject ? entry[0] : name;
    text += shortJSON(entry[1], limit - text.length, depth + 1, member);
    const date = dateOf(entry[1], member);
    if (date) text += ` (${date})`;
  }
  return text + (isObject ? "}" : "]");
}

/** The size of a container in words, such as "3 members". */
function sizeOf(value) {
  if (value instanceof Map) return plural(value.size, "member");
  return plural(value.length, "element");
}

/** The word that stands in place of a stand-in for a secret. */
const redactedText = "‹redacted›";

function isRedacted(value) {
  return value === redactedText;
}

const dateWords = new Set(("added at began changed closed created date day deadline deleted due ended expires expiry finished modified "
  + "now opened received seen sent since started time timestamp until updated").split(" "));

/** The date that a number stands for, by its member's name and its size, as `2026-01-18T19:29:11Z`. */
function dateOf(value, name) {
  if (!(value instanceof JSONNumber)) return null;
  const number = Number(value.literal);
  // Few numbers can be dates, and looking for the name's last word takes time.
  if (!(number >= 1e8)) return null;
  const word = /[A-Z]?[a-z]+(?=[^A-Za-z]*$)|[A-Z]+(?=[^A-Za-z]*$)/.exec(name)?.[0].toLowerCase();
  if (!dateWords.has(word)) return null;
  let seconds;
  if (number >= 1e8 && number < 1e9) seconds = number + 978307200;
  else if (number >= 1e9 && number < 4.2e9) seconds = number;
  else if (number >= 1e12 && number < 4.2e12) seconds = number / 1000;
  else return null;
  return new Date(seconds * 1000).toISOString().replace(/\.?0*Z$/, "Z");
}

/** A duration in microseconds, in the unit that suits it. It rounds before it splits, so `60 s` is `1 min 0 s`. */
function duration(microseconds) {
  if (microseconds < 1000) return `${microseconds} µs`;
  if (microseconds < 999_500) return `${(microseconds / 1e3).toFixed(microseconds < 9950 ? 1 : 0)} ms`;
  if (microseconds < 59.5e6) return `${(microseconds / 1e6).toFixed(microseconds < 9.95e6 ? 1 : 0)} s`;
  const seconds = Math.round(microseconds / 1e6);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(microseconds / 6e7);
  if (minutes < 1440) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const days = microseconds / 864e8;
  return `${days.toFixed(days < 99.95 ? 1 : 0)} days`;
}

/** The time of day of a row, in UTC: `08:41:56.065`. */
function clock(microseconds) {
  return new Date(Math.floor(microseconds / 1000)).toISOString().slice(11, 23);
}

function dateAndClock(microseconds) {
  return new Date(Math.floor(microseconds / 1000)).toISOString().slice(0, 19).replace("T", " ");
}

/** The date of a row, in UTC, if the row listed before it has another one; else an empty text. A session's row says its date itself. */
function newDate(model, row, before) {
  if (before === undefined || model.order === "slowest" || model.rows.kind[row] === "s") return "";
  const [last, date] = [before, row].map((one) => dateAndClock(absoluteTime(model, one)).slice(0, 10));
  return date === last ? "" : date;
}

/** An argument of a command line, in quotes if it needs them. */
function shellQuoted(text) {
  return /^[A-Za-z0-9_./:@=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A pointer as a name: that of the root is empty. */
function placeName(pointer) {
  return pointer === "" ? "(the whole state)" : pointer;
}

/** What a row is, in a few words: `project.delete id: "sit"`. */
function rowTitle(model, row) {
  if (model.rows.kind[row] === "i") return stepName(model, row);
  const type = model.type(row);
  const text = visibleText(model.rows.text[row] ?? "");
  if (type) return text ? `${visibleText(type)}  ${text}` : visibleText(type);
  return text || kindWords[model.rows.kind[row]];
}

/** The name of the step that a row is, for lists of steps: its type, or what set the state. */
function stepName(model, row) {
  const before = model.rows.kind[row - 1];
  if (model.rows.kind[row] === "i" && row > 1 && before === "s") return `start of session ${model.session(row)?.number}`;
  if (model.rows.kind[row] === "i" && before === "g") return "state after the missing actions";
  return visibleText(model.type(row) || model.rows.text[row] || kindWords[model.rows.kind[row]]);
}

/** The name of a row in a sentence: its seq, if it set a state, and the name of its step. */
function rowName(model, row) {
  return model.recording.sets(row) ? `${model.rows.seq[row]} ${stepName(model, row)}` : stepName(model, row);
}

/** The microseconds since the row before; null where a session starts, or the clock went back. */
function timeSince(model, row) {
  const { kind, time } = model.rows;
  return row === 0 || kind[row] === "s" || time[row] < time[row - 1] ? null : time[row] - time[row - 1];
}

/** A row as one sentence, for assistive technology. */
function rowSentence(model, row, date) {
  const { rows } = model;
  const kind = rows.kind[row];
  const parts = [`${rows.seq[row]}, ${rowTitle(model, row)}`];
  if (kind === "!") parts.push("refused");
  if (kind === "t") parts.push("interrupted");
  const problem = model.problemAt.get(row);
  const said = problem && (problem.kind === "differs" ? problem.text : `${problem.kind}: ${problem.text}`);
  // The text of a gap and of a torn line is their problem.
  if (problem && said !== rows.text[row]) parts.push(said);
  if (!problem && kind !== "g") parts.push(model.status(row));
  const places = model.places(row);
  const [removed, changed] = [places?.slice(0, model.removed(row)) ?? [], places?.slice(model.removed(row)).map(placeName) ?? []];
  if (kind === "a" && changed.length > 0) parts.push(`changed ${changed.join(", ")}`);
  if (kind === "a" && removed.length > 0) parts.push(`removed ${removed.join(", ")}`);
  if (kind === "a" && !(places?.length > 0)) parts.push(places === null ? "changes unknown" : "changed nothing");
  if (model.depths?.[row] > 0) parts.push(`caused by ${rows.cause[row]}`);
  if (model.order === "slowest") parts.push(`its reducer took ${duration(rows.us[row])}`);
  const since = timeSince(model, row);
  if (since > longestPause) parts.push(`after a pause of ${duration(since)}`);
  if (date !== "") parts.push(`on ${date}`);
  if (model.abandoned[row]) parts.push(`abandoned by the rewind at ${rows.seq[model.abandoned[row]]}`);
  return `${parts.join("; ")}.`;
}
