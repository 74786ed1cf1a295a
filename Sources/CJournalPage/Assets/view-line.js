// A number over time as a line, which History draws above its steps.

const lineSize = { width: 600, height: 60, edge: 4 };

class LineView {
  constructor(page) {
    this.page = page;
    this.points = [];
    this.mark = svgElement("line", { class: "curve-mark", y1: 0, y2: lineSize.height });
    this.dot = svgElement("path", { class: "curve-dot" });
    this.path = svgElement("path", {});
    this.picture = svgElement("svg", { role: "img", viewBox: `0 0 ${lineSize.width} ${lineSize.height}`, preserveAspectRatio: "none" }, this.path, this.mark, this.dot);
    this.picture.addEventListener("click", (event) => this.click(event));
    this.caption = element("figcaption", { class: "quiet" });
    this.root = element("figure", { class: "curve", hidden: true }, this.picture, this.caption);
  }

  /** Draws the values that steps set, oldest first, if they are numbers, at least two. */
  draw(entries, title, name) {
    this.points = numbersIn(entries);
    this.root.hidden = this.points.length === 0;
    if (this.root.hidden) return;
    const { values, least, most } = (this.scale = scaleOf(this.points));
    this.first = this.points[0].row;
    this.span = Math.max(1, this.page.recording.count - 1 - this.first);
    this.path.setAttribute("d", linePath(this.points, (row) => this.x(row), (value) => this.y(value)));
    const shown = ({ value }) => dateOf(value, name) ?? value.literal;
    const sentence = `from ${shown(values[0])} to ${shown(values.at(-1))} over ${plural(values.length - 1, "change")}`;
    this.picture.setAttribute("aria-label", visibleText(`${title} ${sentence}`));
    const isWhole = !entries.some(({ kind }) => kind === "unknown" || kind === "gap");
    this.caption.textContent = visibleText(`${sentence}, at least ${shown(least)} and at most ${shown(most)}${isWhole ? "" : ", as far as the journal holds the values"}`);
    this.show();
  }

  /** Marks the selected row. */
  show() {
    if (this.root.hidden) return;
    const { row } = this.page;
    const x = this.x(Math.max(row, this.first));
    this.mark.setAttribute("x1", x);
    this.mark.setAttribute("x2", x);
    const point = this.points[indexUpTo(this.points, row, (one) => one.row)];
    if (point && Number.isFinite(point.number)) this.dot.setAttribute("d", `M${x} ${this.y(point.number)}h0.01`);
    this.dot.classList.toggle("needless", !point || !Number.isFinite(point.number));
  }

  hide() {
    this.root.hidden = true;
  }

  x(row) {
    return Math.round(((row - this.first) / this.span) * lineSize.width * 100) / 100;
  }

  y(number) {
    const { low, high } = this.scale;
    const inside = lineSize.height - 2 * lineSize.edge;
    return Math.round((lineSize.edge + (high > low ? (high - number) / (high - low) : 0.5) * inside) * 100) / 100;
  }

  // Goes to the step that is nearest to the pointer.
  click(event) {
    const box = this.picture.getBoundingClientRect();
    const wanted = this.first + ((event.clientX - box.left) / box.width) * this.span;
    const { values } = this.scale;
    const index = Math.max(0, indexUpTo(values, wanted, (one) => one.row));
    const [before, after] = [values[index], values[index + 1] ?? values[index]];
    this.page.select(after.row - wanted < wanted - before.row ? after.row : before.row, { isJump: true });
  }
}

/** The last index whose number is at most a limit; -1 if none is. */
function indexUpTo(sorted, limit, number) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (number(sorted[middle]) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The values of steps as points, where a step that removed the value is a gap; none if other values are among them. */
function numbersIn(entries) {
  const points = [];
  let count = 0;
  for (const { kind, row, value } of entries) {
    if (kind === "gap" || (asideKinds.has(kind) && kind !== "known")) continue;
    const isNumber = value instanceof JSONNumber;
    if (!isNumber && value !== undefined && value !== null) return [];
    if (isNumber) count += 1;
    points.push({ row, value, number: isNumber ? Number(value.literal) : NaN });
  }
  return count < 2 || points.some(({ number }) => Math.abs(number) === Infinity) ? [] : points;
}

function scaleOf(points) {
  const values = points.filter(({ value }) => value instanceof JSONNumber);
  const least = values.reduce((one, other) => (other.number < one.number ? other : one));
  const most = values.reduce((one, other) => (other.number > one.number ? other : one));
  return { values, least, most, low: least.number, high: most.number };
}

/** A line with steps, as the data of a path. Of the points in the width of a pixel, it keeps the outer ones. */
function linePath(points, x, y) {
  const parts = [];
  let column = null;
  const end = () => {
    if (column) parts.push(`H${column.x}V${y(column.low)}V${y(column.high)}V${y(column.last)}`);
    column = null;
  };
  let isDrawn = false;
  for (const { row, number } of points) {
    const at = x(row);
    if (Number.isNaN(number)) {
      end();
      if (isDrawn) parts.push(`H${at}`);
      isDrawn = false;
    } else if (!isDrawn) {
      parts.push(`M${at} ${y(number)}`);
      isDrawn = true;
    } else if (column && Math.floor(column.x) === Math.floor(at)) {
      column = { ...column, low: Math.min(column.low, number), high: Math.max(column.high, number), last: number };
    } else {
      end();
      column = { x: at, low: number, high: number, last: number };
    }
  }
  end();
  if (isDrawn) parts.push(`H${lineSize.width}`);
  return parts.join("");
}
