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
      return { tokens: inside, before: before.known ? valueAt(before.value, inside) : undefined, recorded: change.get("was"), today: change.get("value") };
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

/** For each row at which today's app differs the row at which the last of these places is set again, if all are. */
async function rowsThatSetAgain({ recording, rows, head }, slice) {
  const settled = new Map();
  if (head.against) return settled;
  for (const { seq, members = [], error } of head.today ?? []) {
    const row = recording.rowOf(seq);
    const places = error ? [] : members.flatMap((member) => differingSides(member, { known: false })).map(({ tokens }) => tokens);
    let last = places.length > 0 ? row : -1;
    for (const place of places) last = Math.max(last, await rowThatSets(recording, rows, place, row, slice));
    if (last > row) settled.set(row, last);
  }
  return settled;
}

// The first row after another that sets a place and at which today's app doesn't differ there; NaN if there is none.
async function rowThatSets(recording, rows, place, row, slice) {
  const text = `${printPointer(place)}/`;
  const isAbove = rows.pointers.map((pointer) => text.startsWith(`${pointer}/`));
  for (const later of futureOf(recording, row)) {
    if (slice.isOver) await slice.rest();
    const differs = () => recording.today(later)?.members?.some((member) => concerns(parsePointer(member.place), place));
    if (rows.places[later].some((id) => isAbove[id]) && !differs()) return later;
  }
  return NaN;
}
