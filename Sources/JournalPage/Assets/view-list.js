// The list of rows: only those on screen are elements.

// Browsers clamp elements at about 33,000,000 px. Longer lists scroll several rows per pixel.
const longestList = 8_000_000;

class ListView {
  constructor(page) {
    this.page = page;
    this.model = page.model;
    this.rowHeight = 24;
    this.height = 0;
    this.pool = [];
    this.sizer = element("div", { class: "sizer" });
    this.empty = element("p", { class: "empty", hidden: true, text: "No action matches. Values found are listed above." });
    this.root = element("div", {
      class: "list", role: "listbox", tabindex: "0", "aria-label": "Actions, oldest first",
      on: { scroll: () => this.schedule(), click: (event) => this.click(event) },
    }, this.sizer);
    new ResizeObserver(() => this.measure()).observe(this.root);
  }

  /** Reads the sizes that the style sheet gives, and draws. */
  measure() {
    this.height = this.root.clientHeight;
    this.rowHeight = parseFloat(getComputedStyle(this.root).getPropertyValue("--row")) || 24;
    this.refresh();
  }

  refresh() {
    const full = this.model.visible.length * this.rowHeight;
    this.sizer.style.height = `${Math.min(longestList, full)}px`;
    this.empty.hidden = this.model.visible.length > 0;
    this.drawn = null;
    this.draw();
  }

  schedule() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  // How far the rows have scrolled, in pixels of the whole list.
  get offset() {
    const full = this.model.visible.length * this.rowHeight;
    if (full <= longestList) return this.root.scrollTop;
    const range = longestList - this.height;
    return range > 0 ? (this.root.scrollTop / range) * (full - this.height) : 0;
  }

  set offset(pixels) {
    const full = this.model.visible.length * this.rowHeight;
    this.root.scrollTop = full <= longestList ? pixels : (pixels / (full - this.height)) * (longestList - this.height);
  }

  /** Scrolls to a row if it isn't on screen. */
  show(row, isCentered) {
    const index = this.model.indexOf(row);
    const top = Math.max(0, index) * this.rowHeight;
    const { offset } = this;
    if (isCentered && (top < offset + this.rowHeight || top + 2 * this.rowHeight > offset + this.height)) {
      this.offset = Math.max(0, top - this.height / 3);
    } else if (top < offset) {
      this.offset = top;
    } else if (top + this.rowHeight > offset + this.height) {
      this.offset = top + this.rowHeight - this.height;
    }
    this.drawn = null;
    this.draw();
  }

  draw() {
    const { visible } = this.model;
    const { offset } = this;
    const first = Math.max(0, Math.floor(offset / this.rowHeight) - 4);
    const end = Math.min(visible.length, Math.ceil((offset + this.height) / this.rowHeight) + 4);
    if (this.drawn === `${first} ${end}` && offset === this.root.scrollTop) return;
    this.drawn = `${first} ${end}`;
    // Where the list is longer than its element, rows stand relative to what is on screen.
    const shift = this.root.scrollTop - offset;
    while (this.pool.length < end - first) this.pool.push(this.newRow());
    this.pool.forEach((parts, place) => {
      const index = first + ((place - first) % this.pool.length + this.pool.length) % this.pool.length;
      const isShown = index < end;
      parts.root.hidden = !isShown;
      if (isShown) this.fillRow(parts, visible[index], index, shift);
    });
    const selected = this.pool.find((parts) => !parts.root.hidden && parts.row === this.page.row);
    if (selected) this.root.setAttribute("aria-activedescendant", selected.root.id);
    else this.root.removeAttribute("aria-activedescendant");
  }

  newRow() {
    const part = (name) => element("span", { class: name });
    const parts = { mark: part("mark"), seq: part("seq"), type: part("type"), text: part("args"), places: part("places") };
    parts.root = element("div", { class: "row", role: "option", id: `row-${this.pool.length}` },
      parts.mark, parts.seq, parts.type, parts.text, parts.places);
    this.sizer.append(parts.root);
    return parts;
  }

  fillRow(parts, row, index, shift) {
    const { model, page } = this;
    const { root } = parts;
    const top = `translateY(${index * this.rowHeight + shift}px)`;
    if (root.style.transform !== top) root.style.transform = top;
    const isSelected = row === page.row;
    root.setAttribute("aria-selected", String(isSelected));
    root.classList.toggle("pinned", row === page.pinned);
    root.setAttribute("aria-posinset", String(index + 1));
    root.setAttribute("aria-setsize", String(model.visible.length));
    if (parts.row === row) return;
    parts.row = row;
    const { kind, seq } = model.rows;
    root.setAttribute("aria-label", rowSentence(model, row));
    root.dataset.kind = kindWords[kind[row]].replace(" ", "-");
    root.dataset.status = model.status(row);
    root.classList.toggle("abandoned", model.abandoned[row] > 0);
    parts.mark.textContent = rowMark(model, row);
    parts.seq.textContent = model.recording.sets(row) ? seq[row] : "";
    parts.type.textContent = visibleText(model.type(row));
    parts.text.textContent = rowText(model, row);
    const places = model.places(row);
    parts.places.textContent = kind[row] !== "a" && kind[row] !== "t" ? "" : places === null ? "changes unknown" : visibleText(places.join("  "));
  }

  click(event) {
    const target = event.target.closest(".row");
    const parts = this.pool.find((one) => one.root === target);
    if (parts) this.page.select(parts.row);
  }
}

/** The sign in front of a row: its problem, its kind, or how sure its state is. */
function rowMark(model, row) {
  const problem = model.problemAt.get(row);
  if (problem) return problemMarks[problem.kind] ?? "✗";
  const kind = model.rows.kind[row];
  if (kind === "!") return "!";
  if (kind === "t") return "†";
  if (kind === "r") return "↶";
  if (kind === "m") return "⚑";
  if (kind === "g") return "┄";
  const status = model.status(row);
  return status === "not proven" || status === "missing" || status === "differs" ? statusMarks[status] : "";
}

function rowText(model, row) {
  const { rows } = model;
  const kind = rows.kind[row];
  const text = visibleText(rows.text[row] ?? "");
  if (kind === "!") return `${text}  refused`;
  if (kind === "t") return `${text}  interrupted`;
  if (kind === "r") return `abandoned ${rows.to[row] + 1}–${rows.seq[row] - 1} → back to ${rows.to[row]}`;
  if (kind === "s") {
    const session = model.session(row);
    return `session ${session.number} · version ${visibleText(session.version ?? "")} · ${dateAndClock(session.started)} UTC · ${visibleText(session.platform ?? "")}`;
  }
  return text || (kind === "a" ? "" : kindWords[kind]);
}
