// How the actions of a type compare: most of them change the same places, and the exception is often the bug.

// Whichever shape an action has: the first three actions of another one are among these.
const mostSamples = { shapes: 4, rows: 3 };

// With more pairs of places to compare, related types take longer than a step, and so many related types say nothing.
const mostPairs = 20_000;

/** The places that the actions changed, by type. It reads all rows once, in slices, so that an answer takes no time. */
class Comparisons {
  constructor({ rows, pointers, count }) {
    this.rows = rows;
    this.pointers = pointers;
    this.count = count;
    this.types = new Map();
    this.total = 0; // the actions
    this.families = new Map(); // the types whose names begin alike
    this.unknown = new Set(); // the types of actions whose changes aren't recorded
  }

  /** Waits until all rows are read. */
  ready() {
    return (this.reading ??= this.read());
  }

  async read() {
    const slice = new Slice();
    await slice.rest();
    const patterns = await patternsOf(this.pointers, slice);
    this.shapes = []; // the sorted patterns of each shape
    this.shapeAt = new Int32Array(this.count).fill(-1);
    const numbers = new Map();
    for (let row = 0; row < this.count; row += 1) {
      if (row % 64 === 0 && slice.isOver) await slice.rest();
      const places = this.rows.places[row];
      if (this.rows.kind[row] !== "a") continue;
      if (places.includes(-1)) {
        this.unknown.add(this.rows.type[row]);
        continue;
      }
      const key = places.length === 1 ? patterns[places[0]] : [...new Set(places.map((id) => patterns[id]))].sort().join("\n");
      let shape = numbers.get(key);
      if (shape === undefined) {
        numbers.set(key, (shape = this.shapes.length));
        this.shapes.push(key === "" && places.length === 0 ? [] : key.split("\n"));
      }
      this.shapeAt[row] = shape;
      this.add(row, shape);
    }
  }

  /** Whether nearly all actions have the type of a row. */
  isCommon(row) {
    return (this.types.get(this.rows.type[row])?.total ?? 0) * 10 > this.total * 9;
  }

  add(row, shape) {
    const type = this.rows.type[row];
    if (!this.types.has(type)) {
      this.types.set(type, { total: 0, shapes: new Map(), patterns: new Map() });
      const family = familyOf(this.rows.types[type]);
      if (!this.families.has(family)) this.families.set(family, []);
      this.families.get(family).push(type);
    }
    const known = this.types.get(type);
    known.total += 1;
    this.total += 1;
    if (!known.shapes.has(shape)) known.shapes.set(shape, { count: 0, rows: [] });
    const alike = known.shapes.get(shape);
    alike.count += 1;
    if (known.shapes.size <= mostSamples.shapes && alike.rows.length < mostSamples.rows) alike.rows.push(row);
    for (const pattern of this.shapes[shape]) known.patterns.set(pattern, (known.patterns.get(pattern) ?? 0) + 1);
  }

  /** The patterns of the places that most actions of a type change. */
  usual(type) {
    const known = this.types.get(type);
    if (!known) return [];
    return (known.usual ??= [...known.patterns].filter(([, count]) => count * 2 > known.total).map(([pattern]) => pattern));
  }

  /**
   * How the other actions of a row's type compare: how many change the same places, the places that most of them change
   * and this one doesn't, those that only this one changes, and whether there are others whose changes aren't recorded. Null if the
   * row is no complete action.
   */
  of(row) {
    const shape = this.shapeAt[row];
    if (!(shape >= 0)) return null;
    const { total, shapes, patterns } = this.types.get(this.rows.type[row]);
    const others = total - 1;
    const places = this.shapes[shape];
    // An action that changes something inside a place changes the place.
    const isMet = (pattern) => [...patterns].some(([other, count]) => meets(pattern, other) && count > (places.includes(other) ? 1 : 0));
    const samples = [...shapes].filter(([other]) => other !== shape).slice(0, mostSamples.shapes).flatMap(([, alike]) => alike.rows);
    return {
      others,
      hasUnknown: this.unknown.has(this.rows.type[row]),
      same: shapes.get(shape).count - 1,
      places,
      different: samples.sort((a, b) => a - b).slice(0, mostSamples.rows),
      usual: [...patterns].filter(([pattern, count]) => count * 2 > others && !places.some((place) => meets(place, pattern))).map(([pattern]) => pattern),
      unique: places.filter((pattern) => !isMet(pattern)),
    };
  }

  /**
   * What related types usually change beside the places of a row, and the row doesn't: `{ pattern, types, isForgotten }`, where
   * `isForgotten` tells whether no other of several actions of the row's type does, either. Types are related if their names begin
   * alike, as `item.create` and `item.update` do, and their actions usually change a place that the row changes. All related types must
   * agree, at least two: what one type does beside it may be its own.
   */
  related(row) {
    const shape = this.shapeAt[row];
    if (!(shape >= 0)) return [];
    const type = this.rows.type[row];
    const family = familyOf(this.rows.types[type]);
    if (family === "") return [];
    const places = this.shapes[shape];
    const relatives = this.families.get(family);
    let pairs = 0;
    for (const one of relatives) {
      pairs += places.length * this.usual(one).length;
      if (pairs > mostPairs) return [];
    }
    const meetsRow = (pattern) => places.some((place) => meets(place, pattern));
    const types = relatives.filter((one) => one !== type && this.usual(one).some(meetsRow));
    if (types.length < 2) return [];
    const own = this.types.get(type);
    // The comparison within the type names what most of its actions change.
    const shared = this.usual(types[0]).filter((pattern) => !meetsRow(pattern) && types.every((one) => this.usual(one).includes(pattern))
      && !this.usual(type).some((one) => meets(one, pattern)));
    const isForgotten = (pattern) => own.total > 1 && !this.unknown.has(type) && ![...own.patterns.keys()].some((one) => meets(one, pattern));
    return shared.map((pattern) => ({ pattern, types, isForgotten: isForgotten(pattern) }));
  }
}

/** Whether one of two patterns is at or inside the other. */
function meets(one, other) {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}

/** The beginning that the name of a type has in common with related ones: `item.` of `item.update`; empty without one. */
function familyOf(type) {
  return /^.*[./]/.exec(type)?.[0] ?? "";
}

/** The places in a state that a pattern stands for: in place of a `*`, a key or the id of an element that an action names. */
function placesLike(pattern, state, names) {
  let places = [[]];
  for (const token of parsePointer(pattern)) {
    places = places.flatMap((place) => {
      if (token !== "*") return [[...place, token]];
      const value = valueAt(state, place);
      const keys = value instanceof Map ? names.filter((name) => value.has(name)) : Array.isArray(value) ? [...value.keys()].filter((index) => names.includes(idOf(value[index]))) : [];
      return keys.map((key) => [...place, String(key)]);
    });
  }
  return places.filter((place) => valueAt(state, place) !== undefined);
}

/** The texts and numbers in an action, each once, as keys or ids. */
function namesIn(action) {
  const names = new Set();
  const open = [action];
  while (open.length > 0 && open.length < 1000 && names.size < 50) {
    const value = open.shift();
    if (value instanceof Map || Array.isArray(value)) open.push(...value.values());
    else if (typeof value === "string") names.add(value);
    else if (value instanceof JSONNumber) names.add(value.literal).add(plainNumber(value));
  }
  return [...names];
}

/** Pointers with `*` for the keys of a collection: indexes, keys with digits, and keys whose values have equal members. */
async function patternsOf(pointers, slice) {
  const root = { children: new Map(), pattern: "" };
  const nodes = [];
  for (const tokens of pointers) {
    if (nodes.length % 64 === 0 && slice.isOver) await slice.rest();
    let node = root;
    for (const token of tokens) {
      node.children ??= new Map();
      if (!node.children.has(token)) node.children.set(token, { children: null, pattern: "" });
      node = node.children.get(token);
    }
    nodes.push(node);
  }
  const open = [root];
  while (open.length > 0) {
    if (open.length % 64 === 0 && slice.isOver) await slice.rest();
    const node = open.pop();
    if (node.children === null) continue;
    // The top level of a state is no collection.
    const pattern = node !== root && isCollection(node) ? `${node.pattern}/*` : null;
    for (const [key, child] of node.children) {
      child.pattern = pattern ?? node.pattern + printPointer([key]);
      open.push(child);
    }
  }
  return nodes.map((node) => node.pattern);
}

function isCollection({ children }) {
  if (children.size > 40) return true;
  const members = new Set();
  for (const [key, child] of children) {
    if (/[0-9]/.test(key)) return true;
    for (const member of child.children?.keys() ?? []) {
      if (members.has(member)) return true;
      members.add(member);
    }
  }
  return false;
}
