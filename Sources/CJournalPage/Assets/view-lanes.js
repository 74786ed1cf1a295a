// The lanes: an overview of the recording, and a slider over its states. Dragging narrows the list.

const laneHeight = 16;
const laneLimit = 6;

class LanesView {
  constructor(page) {
    this.page = page;
    this.model = page.model;
    this.byTime = false;
    this.scale = new LaneScale(this.model, false);
    this.names = element("div", { class: "lane-names" });
    this.canvas = element("canvas", { "aria-hidden": "true" });
    this.cursor = element("div", { class: "cursor", "aria-hidden": "true" });
    this.brush = element("div", { class: "brush", "aria-hidden": "true", hidden: true });
    this.slider = element("div", {
      class: "lane-area", role: "slider", tabindex: "0", "aria-label": "Position in the recording", "aria-orientation": "horizontal",
      on: {
        pointerdown: (event) => this.press(event), pointermove: (event) => this.drag(event), pointerup: (event) => this.release(event),
        pointercancel: () => this.stop(), keydown: (event) => this.key(event),
      },
    }, this.canvas, this.brush, this.cursor);
    this.axis = element("select", { "aria-label": "Axis", on: { change: () => this.setAxis(this.axis.value === "time") } },
      element("option", { value: "action", text: "by action" }), element("option", { value: "time", text: "by time" }));
    this.note = element("span", { class: "quiet" });
    this.all = button("Show all", () => page.setRange(null), { hidden: true });
    this.root = element("section", { class: "lanes", "aria-label": "Overview" },
      element("div", { class: "lane-bar" }, this.axis, page.player.button, this.note, this.all), element("div", { class: "lane-grid" }, this.names, this.slider));
    new ResizeObserver(() => requestAnimationFrame(() => this.measure())).observe(this.slider);
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
      matchMedia(query).addEventListener("change", () => this.draw());
    }
  }

  measure() {
    const width = this.slider.clientWidth;
    if (width === this.width) return;
    this.width = width;
    this.count();
    this.draw();
    this.show(this.page.row);
  }

  setAxis(byTime) {
    this.byTime = byTime;
    this.scaleAnew();
  }

  /** Counts all rows again. */
  scaleAnew() {
    this.scale = new LaneScale(this.model, this.byTime);
    this.count();
    this.draw();
    this.show(this.page.row);
  }

  count() {
    const buckets = Math.max(1, Math.min(this.scale.count, Math.floor(this.width / 4)));
    this.buckets = buckets;
    const { lanes, hidden } = lanesOf(this.model, this.scale, buckets, laneLimit);
    this.lanes = lanes;
    this.hidden = hidden;
    const names = lanes.map(({ name }) => name).join("\n");
    if (names === this.shownNames) return;
    this.shownNames = names;
    fill(this.names, element("span", { class: "lane-name", text: "states" }), lanes.map((lane) =>
      button(visibleText(lane.name), () => this.page.search(lane.name), { class: "lane-name", title: `Show the actions that changed ${lane.name}` })));
  }

  draw() {
    if (!this.lanes) return;
    const ratio = window.devicePixelRatio || 1;
    const height = (this.lanes.length + 1) * laneHeight;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.height = `${height}px`;
    // The cursor leaves the labels of the problems readable.
    this.cursor.style.top = this.lanes.length > 0 ? `${laneHeight - 2}px` : "0";
    const pen = this.canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const style = getComputedStyle(this.slider);
    this.colors = Object.fromEntries(["bar", "good", "bad", "unsure", "line", "ground"].map((name) => [name, style.getPropertyValue(`--lane-${name}`).trim() || style.color]));
    this.drawStates(pen);
    this.lanes.forEach((lane, place) => this.drawLane(pen, lane, (place + 1) * laneHeight));
    this.drawRange();
    const pauses = this.scale.pauses.length > 0 ? ` · ${plural(this.scale.pauses.length, "pause")} of more than 2 s ${this.scale.pauses.length === 1 ? "is" : "are"} shortened, the longest ${duration(this.scale.pauses.reduce((most, pause) => Math.max(most, pause.passed), 0))}` : "";
    const hidden = this.hidden > 0 ? ` · ${plural(this.hidden, "more place")}` : "";
    this.note.textContent = `Click to go there, drag to narrow the list${pauses}${hidden}`;
  }

  // The first lane: how sure each state is, as a colour and a pattern, and the problems.
  drawStates(pen) {
    for (const [from, to, word] of this.model.head.states) {
      const left = this.x(this.model.recording.rowOf(from));
      const right = Math.max(left + 2, this.x(this.model.recording.rowOf(to)));
      pen.fillStyle = word === "proven" ? this.colors.good : word === "differs" ? this.colors.bad : this.colors.unsure;
      if (word === "proven") {
        pen.fillRect(left, 6, right - left, 4);
      } else if (word === "recorded" || word === "converted") {
        pen.fillRect(left, 7.5, right - left, 1);
      } else if (word !== "differs") {
        for (let x = left + 2; x < right; x += 6) pen.fillRect(x, 6, 2, 4);
      }
    }
    pen.fillStyle = this.colors.bad;
    pen.font = "bold 12px system-ui, sans-serif";
    const marks = this.model.problemRows.map((row) => this.x(row));
    marks.forEach((x) => pen.fillRect(x - 1, 1, 2, laneHeight - 2));
    for (const { left, width, text } of this.labels(pen, marks)) {
      pen.fillStyle = this.colors.ground;
      pen.fillRect(left - 1, 0, width + 2, laneHeight);
      pen.fillStyle = this.colors.bad;
      pen.fillText(text, left, 12.5);
    }
  }

  // The labels of the problems that have room, right or left of their mark. That of the verdict always has.
  labels(pen, marks) {
    const { problemRows, problemAt, rows, head } = this.model;
    const isFirst = (index) => rows.seq[problemRows[index]] === head.verdict.seq;
    const order = problemRows.map((_, index) => index).sort((a, b) => isFirst(b) - isFirst(a));
    const labels = [];
    for (const index of order.slice(0, 500)) {
      const text = `${problemMarks[problemAt.get(problemRows[index]).kind] ?? "✗"} ${rows.seq[problemRows[index]]}`;
      const { width } = pen.measureText(text);
      const sides = [marks[index] + 4, marks[index] - 4 - width].filter((left) => left >= 0 && left + width <= this.width);
      const isFree = (left) => !marks.some((x, other) => other !== index && x > left - 3 && x < left + width + 3)
        && !labels.some((label) => label.left < left + width + 6 && left < label.left + label.width + 6);
      const left = sides.find(isFree) ?? (isFirst(index) && labels.length === 0 ? sides[0] : undefined);
      if (left !== undefined) labels.push({ left, width, text });
    }
    return labels;
  }

  drawLane(pen, lane, top) {
    const width = this.width / this.buckets;
    pen.fillStyle = this.colors.line;
    pen.fillRect(0, top + laneHeight - 2, this.width, 1);
    pen.fillStyle = this.colors.bar;
    for (let bucket = 0; bucket < this.buckets; bucket += 1) {
      const count = lane.counts[bucket];
      if (count === 0) continue;
      const height = 3 + (laneHeight - 6) * (count / lane.most);
      const thickness = Math.min(12, Math.max(1.5, width - 1));
      pen.fillRect((bucket + 0.5) * width - thickness / 2, top + laneHeight - 2 - height, thickness, height);
    }
    pen.fillStyle = this.colors.line;
    for (const row of this.model.sessionRows.slice(1)) pen.fillRect(this.x(row), top, 1, laneHeight);
    for (const pause of this.scale.pauses) pen.fillRect((pause.position / this.scale.length) * this.width, top, 1, laneHeight);
  }

  drawRange() {
    const { range } = this.page;
    this.all.hidden = !range;
    this.brush.hidden = !range;
    if (!range) return;
    this.all.textContent = `Show all (now ${range[0]}–${range[1]})`;
    const left = this.x(this.model.recording.rowOf(range[0]));
    this.place(left, this.x(this.model.recording.rowOf(range[1])));
  }

  place(left, right) {
    this.brush.style.left = `${left}px`;
    this.brush.style.width = `${Math.max(2, right - left)}px`;
  }

  x(row) {
    return this.scale.at(Math.max(0, row)) * this.width;
  }

  show(row) {
    this.cursor.style.transform = `translateX(${this.x(row)}px)`;
    const { head } = this.model;
    const seq = this.model.rows.seq[row];
    this.slider.setAttribute("aria-valuemin", head.first);
    this.slider.setAttribute("aria-valuemax", head.last);
    this.slider.setAttribute("aria-valuenow", seq);
    this.slider.setAttribute("aria-valuetext", `${seq} of ${head.last}: ${rowTitle(this.model, row)}, ${this.model.status(row)}`);
  }

  rowAtPointer(event) {
    const box = this.slider.getBoundingClientRect();
    return this.scale.rowAt((event.clientX - box.left) / Math.max(1, box.width));
  }

  press(event) {
    if (event.button !== 0) return;
    this.slider.setPointerCapture(event.pointerId);
    this.pressed = { x: event.clientX, row: this.rowAtPointer(event), isDrag: false };
  }

  drag(event) {
    if (!this.pressed) return;
    if (Math.abs(event.clientX - this.pressed.x) > 5) this.pressed.isDrag = true;
    if (!this.pressed.isDrag) return;
    this.brush.hidden = false;
    const xs = [this.x(this.pressed.row), this.x(this.rowAtPointer(event))].sort((a, b) => a - b);
    this.place(...xs);
  }

  release(event) {
    const { pressed } = this;
    this.pressed = null;
    if (!pressed) return;
    const rows = [pressed.row, this.rowAtPointer(event)].sort((a, b) => a - b);
    if (pressed.isDrag) this.page.setRange(rows.map((row) => this.model.rows.seq[row]));
    else this.page.select(this.nearest(rows[1]), { isJump: true });
  }

  // A click near a problem's mark means the problem.
  nearest(row) {
    const near = this.model.problemRows.find((one) => Math.abs(this.x(one) - this.x(row)) < 6);
    return near ?? row;
  }

  stop() {
    this.pressed = null;
    this.drawRange();
  }

  key(event) {
    const many = Math.max(10, Math.round(this.model.count / 20));
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: many, PageUp: -many }[event.key];
    if (by === undefined && event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    event.stopPropagation();
    const last = this.model.count - 1;
    const row = event.key === "Home" ? Math.max(0, this.model.everyRow.find((one) => this.model.recording.sets(one)) ?? 0) : event.key === "End" ? last : Math.max(0, Math.min(last, this.page.row + by));
    if (event.shiftKey) {
      const range = this.page.range ?? [this.page.seq(), this.page.seq()];
      const edge = this.model.rows.seq[row];
      this.page.setRange(row > this.page.row ? [range[0], Math.max(edge, range[0])] : [Math.min(edge, range[1]), range[1]]);
    }
    this.page.select(row);
  }
}
