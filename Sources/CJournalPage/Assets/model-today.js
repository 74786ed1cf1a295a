// What today's app does differently, place by place, and what became of it.

const mostDifferences = 20;
/** The characters of a value in a cell, which unfolds. */
const shortCell = 80;

/**
 * The places at which today's app differs from the recording, as far as the values say where inside a member that is.
 *
 * `before` is the state before the action; `identity` has the places of the members that the app chose to identify elements;
 * `names` are those of both sides' values, for sentences.
 */
function differingSides({ place, recorded, today }, before, identity = [], names = ["the recorded one", "today's"]) {
  const tokens = parsePointer(place);
  const was = before.known ? valueAt(before.value, tokens) : undefined;
  const [recordedValue, todayValue] = [recorded, today].map((side) => (side?.value === undefined ? (side?.effect === "unchanged" ? was : undefined) : parseJSON(side.value)));
  const areContainers = [recordedValue, todayValue].every((value) => value instanceof Map || Array.isArray(value));
  const changes = areContainers ? changesInside(recordedValue, todayValue, tokens, identity) : [];
  if (changes.length > 0 && changes.length <= mostDifferences && changes.every((change) => change.get("op") !== "move")) {
    return changes.map((change) => {
      const inside = parsePointer(change.get("path"));
      // At the index of an element that one side lacks, that side may have another one.
      const isElement = Array.isArray(valueAt(todayValue, inside.slice(tokens.length, -1)));
      const effect = (op) => (isElement && change.get("op") === op ? "lacks this element" : undefined);
      const was = before.known ? valueAt(before.value, inside) : undefined;
      return { tokens: inside, before: was, recorded: change.get("was"), today: change.get("value"), recordedEffect: effect("add"), todayEffect: effect("remove") };
    });
  }
  return [{ tokens, before: was, recorded: recordedValue, today: todayValue, recordedEffect: effectWords(recorded, today, names[1]), todayEffect: effectWords(today, recorded, names[0]) }];
}

/** What happened to a place, in words; null if its value says it. A journal may hold only the hash of a value. */
function effectWords(side, other, otherName) {
  if (!side) return "unknown";
  if (side.effect !== "set") return side.effect;
  if (side.value !== undefined) return null;
  return other?.effect === "set" ? `changed to something else than ${otherName}` : "changed";
}

/**
 * For each row whose differences later actions set again the last of them, as `{ row, isCertain }`; null if the recording doesn't say
 * what became of them. Differences of other rows still stand at the end.
 */
async function rowsThatSetAgain(model, slice) {
  const { recording, head } = model;
  const settled = new Map();
  for (const { seq, members = [] } of head.against ? [] : head.today ?? []) {
    const row = recording.rowOf(seq);
    const ends = [];
    for (const side of members.flatMap((member) => differingSides(member, { known: false }))) ends.push(await endOfDifference(model, side, row, slice));
    if (ends.length === 0 || ends.includes(undefined)) continue;
    settled.set(row, ends.includes(null) ? null : { row: Math.max(...ends.map((end) => end.row)), isCertain: ends.every((end) => end.isCertain) });
  }
  return settled;
}

// The first later row that sets a place at which today's app doesn't differ there; undefined if there is none, null if that is unclear.
async function endOfDifference(model, { tokens, recorded, today }, row, slice) {
  const { recording, rows } = model;
  const place = `${printPointer(tokens)}/`;
  const isAround = rows.pointers.map((pointer) => place.startsWith(`${pointer}/`));
  const isInside = rows.pointers.map((pointer) => pointer.startsWith(place));
  const isPlain = [recorded, today].every((value) => value !== undefined && !(value instanceof Map) && !Array.isArray(value));
  for (const later of futureOf(recording, row)) {
    if (slice.isOver) await slice.rest();
    const ids = rows.places[later];
    if (ids.length === 0 || recording.today(later)?.members?.some((member) => concerns(parsePointer(member.place), tokens))) continue;
    // Of a place whose hash alone is recorded, anything inside may have changed.
    const isCertain = !["not proven", "differs"].includes(model.status(later));
    if (ids.some((id) => isAround[id])) return isCertain || isPlain ? { row: later, isCertain } : null;
    if (ids.some((id) => id < 0 || isInside[id])) return null;
  }
  return undefined;
}
