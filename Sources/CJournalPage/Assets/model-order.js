// Orders of the rows other than the recorded one, and the types that a filter hides.

/** The orders of the list by the words that choose them. */
const orderNames = { recorded: "as recorded", slowest: "slowest first", cause: "by cause" };

/** The actions whose reducers were timed, the slowest first. */
function slowestRows({ rows, everyRow }) {
  return { rows: everyRow.filter((row) => rows.us[row] >= 0).sort((a, b) => rows.us[b] - rows.us[a] || a - b) };
}

/** Each action behind the one that caused it, with the number of its causes as its depth. */
function rowsByCause(model) {
  const { everyRow, caused, rows } = model;
  const ordered = new Int32Array(model.count);
  const depths = new Uint16Array(model.count);
  let count = 0;
  for (const root of everyRow) {
    const cause = model.causeRow(root);
    if (cause >= 0 && cause < root) continue;
    const open = [root];
    while (open.length > 0) {
      const row = open.pop();
      ordered[count] = row;
      count += 1;
      const effects = model.isAction(row) ? caused.get(rows.seq[row]) ?? [] : [];
      for (const effect of effects.toReversed()) {
        if (effect <= row) continue;
        depths[effect] = depths[row] + 1;
        open.push(effect);
      }
    }
  }
  return { rows: ordered, depths };
}

/**
 * The parts of a filter: `text`, and the numbers of the types that `-type` hides; `+type` hides all others. A type with spaces
 * stands in quotes, and `-list` hides `list.loaded`, too. A word behind a sign that isn't a type belongs to the text.
 */
function readFilter(filter, types) {
  const named = { "-": new Set(), "+": new Set() };
  const text = filter.replace(/(?<=^|\s)([-+])("(?:[^"\\]|\\.)*"|\S+)(?=\s|$)\s*/g, (whole, sign, word) => {
    const name = (word.startsWith('"') ? parsedOrText(word) : word).toLowerCase();
    const numbers = types.flatMap((type, number) => (`${type}.`.toLowerCase().startsWith(`${name}.`) ? [number] : []));
    for (const number of numbers) named[sign].add(number);
    return numbers.length > 0 ? "" : whole;
  });
  const hidden = named["+"].size === 0 ? named["-"] : new Set([...types.keys()].filter((number) => named["-"].has(number) || !named["+"].has(number)));
  return { text: named["-"].size + named["+"].size > 0 ? text.trim() : text, hidden };
}

/** The filter with these parts. It names the hidden types or the shown ones, whichever are fewer. */
function printFilter(text, hidden, types) {
  const shown = [...types.keys()].filter((number) => !hidden.has(number));
  const [sign, numbers] = shown.length > 0 && shown.length < hidden.size ? ["+", shown] : ["-", [...hidden]];
  const words = numbers.map((number) => types[number]).map((type) => `${sign}${/^[^\s"]+$/.test(type) ? type : JSON.stringify(type)}`);
  return [text.trim(), ...words].filter((part) => part !== "").join(" ");
}
