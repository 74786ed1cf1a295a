// The lanes: how much each top-level place of the state changed, along the actions or along the time.

const longestPause = 2e6;

/** A scale from rows to the axis: by action, or by time with long pauses cut. */
class LaneScale {
  constructor(model, byTime) {
    this.model = model;
    this.positions = null;
    this.pauses = [];
    this.count = model.count;
    this.length = Math.max(1, model.count);
    if (byTime) this.measureTime();
  }

  measureTime() {
    const { rows, count } = this.model;
    this.positions = new Float64Array(count);
    let position = 0;
    let before = absoluteTime(this.model, 0);
    for (let row = 0; row < count; row += 1) {
      const time = absoluteTime(this.model, row);
      const passed = Math.max(0, time - before);
      if (passed > longestPause) this.pauses.push({ row, passed, position: position + longestPause / 2 });
      position += Math.min(passed, longestPause);
      this.positions[row] = position;
      before = Math.max(before, time);
    }
    this.length = Math.max(1, position);
    this.rows = rows;
  }

  /** The place of a row on the axis, from 0 to 1. Rows that have come since are at the end. */
  at(any) {
    const row = Math.min(any, this.count - 1);
    return (this.positions ? this.positions[row] : row + 0.5) / this.length;
  }

  /** The row at a place on the axis. */
  rowAt(fraction) {
    const last = this.count - 1;
    const wanted = Math.min(1, Math.max(0, fraction)) * this.length;
    if (!this.positions) return Math.min(last, Math.floor(wanted));
    let low = 0;
    let high = last;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.positions[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low > 0 && wanted - this.positions[low - 1] < this.positions[low] - wanted ? low - 1 : low;
  }
}

/** Microseconds since 1970 of a row. */
function absoluteTime(model, row) {
  return (model.session(row)?.started ?? 0) + (model.rows.time[row] ?? 0);
}

/** The lanes of a recording: `{ name, counts, most }` for each top-level place and the whole state, the most changed first. */
function lanesOf(model, scale, buckets, limit) {
  const { rows, pointers } = model;
  const { count } = scale;
  const lanes = new Map();
  for (const tokens of pointers) {
    const name = placeName(printPointer(tokens.slice(0, 1)));
    if (!lanes.has(tokens[0])) lanes.set(tokens[0], { name, counts: new Uint32Array(buckets), total: 0, row: -1 });
  }
  const laneOfPointer = pointers.map(([first]) => lanes.get(first));
  const perBucket = buckets / scale.length;
  for (let row = 0; row < count; row += 1) {
    const places = rows.places[row];
    if (places.length === 0 || (rows.kind[row] !== "a" && rows.kind[row] !== "t")) continue;
    const bucket = Math.min(buckets - 1, Math.floor((scale.positions ? scale.positions[row] : row + 0.5) * perBucket));
    for (let index = 0; index < places.length; index += 1) {
      const lane = laneOfPointer[places[index]];
      if (lane === undefined || lane.row === row) continue;
      lane.row = row;
      lane.counts[bucket] += 1;
      lane.total += 1;
    }
  }
  const sorted = [...lanes.values()].filter((lane) => lane.total > 0).sort((a, b) => b.total - a.total);
  for (const lane of sorted) lane.most = lane.counts.reduce((most, one) => Math.max(most, one), 1);
  return { lanes: sorted.slice(0, limit), hidden: Math.max(0, sorted.length - limit) };
}
