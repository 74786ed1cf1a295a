// A state that the journal holds in part, behind a difference of today's app.

/** Stands in a state for a value that the journal doesn't hold. */
class UnknownValue {
  constructor(row) {
    this.row = row; // the last one that changed it
  }

  toString() {
    return "unknown";
  }
}

/** A known state, in which an `UnknownValue` stands for everything that rows since may have changed. */
class PartialState {
  constructor(recording, state) {
    this.recording = recording;
    this.state = state;
    this.owned = new Set();
  }

  async after(known, row, slice) {
    const { rows } = this.recording;
    if (!(this.state instanceof Map)) return undefined;
    const changed = new Map(); // the last rows that changed places
    const shown = [];
    for (let current = known + 1; current <= row; current += 1) {
      if (current % 64 === 0 && slice.isOver) await slice.rest();
      // What sets a whole state, and an action that doesn't say what it changed, leave nothing of the known one.
      if ("irtg".includes(rows.kind[current])) return undefined;
      if (!this.recording.sets(current)) continue;
      for (const id of rows.places[current]) {
        if (id < 0 || rows.pointers[id] === "") return undefined;
        changed.set(id, current);
      }
      for (const { place, recorded } of this.recording.today(current)?.members ?? []) {
        if (recorded?.value !== undefined) shown.push({ row: current, tokens: parsePointer(place), text: recorded.value });
      }
    }
    for (const [id, current] of changed) {
      if (slice.isOver) await slice.rest();
      this.forget(parsePointer(rows.pointers[id]), current);
    }
    for (const { row: current, tokens, text } of shown) {
      const value = valueAt(this.state, tokens);
      if (!(value instanceof UnknownValue && value.row > current)) this.set(tokens, parseJSON(text));
    }
    return this.state;
  }

  forget(tokens, row) {
    let value = this.state;
    let depth = 0;
    // The indexes of an array may be other ones, so all of it is unknown.
    while (depth < tokens.length && value instanceof Map && value.has(tokens[depth])) value = value.get(tokens[depth++]);
    if (value instanceof UnknownValue) value.row = Math.max(value.row, row);
    else this.set(tokens.slice(0, value instanceof Map ? depth + 1 : depth), new UnknownValue(row));
  }

  set(tokens, value) {
    const parent = valueAt(this.state, tokens.slice(0, -1));
    if (tokens.length > 0 && parent instanceof Map) this.state = addValue(this.state, tokens, value, this.owned);
  }
}
