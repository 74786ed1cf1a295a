// The list of rows: only those on screen are elements.

// Browsers clamp elements at about 33,000,000 px. Longer lists scroll several rows per pixel.
const longestList = 8_000_000;

// Causes beyond this depth are no further to the right.
const deepest = 8;

class ListView {
  constructor(page) {
    this.page = page;
    this.model = page.model;
    this.rowHeight = 24;
    this.height = 0;
    this.shown = new Map();
    this.sizer = element("div", { class: "sizer" });
    this.root = element("div", {
      class: "list", role: "listbox", tabindex: "0", "aria-label": "Actions, oldest first",
      on: { scroll: () => this.schedule(), click: (event) => this.click(event), pointerover: (event) => this.explain(event) },
    }, this.sizer);
    this.away = element("p", { class: "away", hidden: true });
    // What is measured changes sizes, which an observer may not do at once.
    new ResizeObserver(() => requestAnimationFrame(() => this.measure())).observe(this.root);
  }

  /** Reads the sizes that the style sheet gives, and draws. */
  measure() {
    this.height = this.root.clientHeight;
    this.rowHeight = parseFloat(getComputedStyle(this.root).getPropertyValue("--row")) || 24;
    // In narrow windows, the places have a line of their own. A character is at most 6.8 px wide.
    const part = this.rowHeight > 30 ? this.root.clientWidth - 70 : (this.root.clientWidth - 16) * 0.36;
    const placesWidth = Math.max(16, Math.floor(part / 6.8));
    if (placesWidth !== this.placesWidth) this.forget();
    this.placesWidth = placesWidth;
    this.refresh();
  }

  /** Removes all rows, so that they are made anew. */
  forget() {
    for (const made of this.shown.values()) made.remove();
    this.shown.clear();
  }

  refresh() {
    const full = this.model.visible.length * this.rowHeight;
    this.sizer.style.height = `${Math.min(longestList, full)}px`;
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

  get isAtBottom() {
    return this.root.scrollTop + this.height >= this.root.scrollHeight - this.rowHeight;
  }

  scrollToBottom() {
    this.root.scrollTop = this.root.scrollHeight;
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
    const { model } = this;
    const { visible } = model;
    const { offset } = this;
    const first = Math.max(0, Math.floor(offset / this.rowHeight) - 4);
    const end = Math.min(visible.length, Math.ceil((offset + this.height) / this.rowHeight) + 4);
    if (this.drawn === `${first} ${end}` && offset === this.root.scrollTop) return;
    this.drawn = `${first} ${end}`;
    // Where the list is longer than its element, rows stand relative to what is on screen.
    const shift = this.root.scrollTop - offset;
    for (const [row, made] of this.shown) {
      const index = model.indexOf(row);
      if (index >= first && index < end && visible[index] === row) continue;
      made.remove();
      this.shown.delete(row);
    }
    // A row gets elements of its own: texts that change in place would count as shifts of the layout.
    const added = [];
    for (let index = first; index < end; index += 1) {
      const row = visible[index];
      const date = newDate(model, row, visible[index - 1]);
      let made = this.shown.get(row);
      if (made?.dataset.date !== date) {
        made?.remove();
        made = this.newRow(row, date);
        this.shown.set(row, made);
        added.push(made);
      }
      this.placeRow(made, row, index, shift);
    }
    this.sizer.append(...added);
    this.showAway();
    const selected = this.shown.get(this.page.row);
    if (selected) this.root.setAttribute("aria-activedescendant", selected.id);
    else this.root.removeAttribute("aria-activedescendant");
  }

  // Says that the selected row isn't in the list, because the search, the range or the order leaves it out.
  showAway() {
    const { model, page, away } = this;
    const text = model.count === 0 || model.isVisible(page.row) ? "" : `Not listed here: ${rowName(model, page.row)}, which is selected.`;
    if (away.dataset.text === text) return;
    away.dataset.text = text;
    away.hidden = text === "";
    fill(away, text, " ", button("List it", () => page.listSelected()));
  }

  newRow(row, date) {
    const { model } = this;
    const { kind, seq } = model.rows;
    const part = (name, text) => element("span", { class: name, text });
    const places = model.placesByWeight(row);
    const placesText = !"atb".includes(kind[row]) ? "" : places === null ? "changes unknown" : visibleText(placesInShort(places, this.placesWidth));
    const made = element("div", {
      class: `row${model.abandoned[row] > 0 ? " abandoned" : ""}${model.problemAt.has(row) ? " problem" : ""}`, role: "option", id: `row-${row}`, "aria-label": rowSentence(model, row, date),
      data: { row, kind: kindWords[kind[row]].replaceAll(" ", "-"), status: model.status(row), date },
    }, part("mark", rowMark(model, row)), part("seq", model.recording.sets(row) ? String(seq[row]) : kind[row] === "b" ? `(${model.rows.to[row]})` : ""), sincePart(model, row), part("type", visibleText(model.type(row))),
    part("args", rowText(model, row)), part("places", placesText), date === "" ? null : part("date", date));
    made.style.setProperty("--depth", Math.min(model.depths?.[row] ?? 0, deepest));
    return made;
  }

  placeRow(made, row, index, shift) {
    const top = `translateY(${index * this.rowHeight + shift}px)`;
    if (made.style.transform !== top) made.style.transform = top;
    // On paper, rows stand in this order.
    made.style.order = index;
    made.setAttribute("aria-selected", String(row === this.page.row));
    made.classList.toggle("pinned", row === this.page.pinned);
    const { live } = this.page;
    if (live) {
      made.classList.toggle("shown", this.model.recording.sets(row) && live.isShown(this.page.seq(row)));
      made.classList.toggle("not-kept", live.isNotKept(this.page.seq(row)));
    }
    made.setAttribute("aria-posinset", String(index + 1));
    made.setAttribute("aria-setsize", String(this.model.visible.length));
  }

  // The whole text of a row that is cut off.
  explain(event) {
    const made = event.target.closest?.(".row");
    if (made && !made.title) made.title = made.getAttribute("aria-label").slice(0, 2000);
  }

  click(event) {
    const target = event.target.closest(".row");
    if (!target) return;
    this.page.pick(Number(target.dataset.row));
    this.page.showDetail();
  }
}

/** The places that a row changed, cut at their beginnings: the ends say more. */
function placesInShort(places, width) {
  const whole = places.join("  ");
  if (whole.length <= width) return whole;
  const shown = [];
  let room = width;
  for (const place of places) {
    const text = shortPlace(place, Math.max(16, room - (places.length > shown.length + 1 ? 5 : 0)));
    if (shown.length > 0 && text.length + 5 > room) break;
    shown.push(text);
    room -= text.length + 2;
  }
  const hidden = places.length - shown.length;
  return shown.join("  ") + (hidden > 0 ? `  +${hidden}` : "");
}

function shortPlace(place, limit) {
  if (place.length <= limit) return place;
  if (place.startsWith("−")) return `−${shortPlace(place.slice(1), limit - 1)}`;
  const tail = place.slice(-(limit - 1));
  const start = tail.indexOf("/");
  return `…${start >= 0 ? tail.slice(start) : tail}`;
}

/** The sign in front of a row: its problem, its kind, or how sure its state is. */
function rowMark(model, row) {
  const problem = model.problemAt.get(row);
  if (problem) return problemMarks[problem.kind] ?? "✗";
  const sign = kindSigns[model.rows.kind[row]];
  if (sign) return sign;
  const status = model.recording.sets(row) ? model.status(row) : "";
  return status === "not proven" || status === "missing" || status === "differs" ? statusMarks[status] : "";
}

function rowText(model, row) {
  const { rows } = model;
  const kind = rows.kind[row];
  const text = visibleText(rows.text[row] ?? "");
  // What decides comes first: the end of a long row is cut.
  if (kind === "!") return `refused  ${text}`;
  if (kind === "t") return `interrupted  ${text}`;
  if (kind === "r") return rewindWords(rows.to[row], rows.seq[row]);
  // The text of a problem names the session, too.
  if (kind === "i") return visibleText(model.problemAt.get(row)?.text ?? stepName(model, row));
  if (kind === "s") {
    const session = model.session(row);
    const version = session.version === undefined ? null : `version ${visibleText(session.version)}`;
    const platform = session.platform === undefined ? null : visibleText(session.platform);
    return [`session ${session.number}`, version, `${dateAndClock(session.started)} UTC`, platform].filter((part) => part !== null).join(" · ");
  }
  return text || (kind === "a" ? "" : kindWords[kind]);
}

/** What a rewind did. `inspect` words it in the same way. */
function rewindWords(to, seq) {
  const [first, last] = [to + 1, seq - 1];
  if (first > last) return `back to ${to}`;
  return `abandoned ${first === last ? first : `${first}–${last}`} → back to ${to}`;
}

// The time since the row before in the journal, if anybody could notice it. A pause stands out.
function sincePart(model, row) {
  if (model.order === "slowest") return element("span", { class: "since", text: duration(model.rows.us[row]) });
  const since = timeSince(model, row);
  return element("span", { class: since > longestPause ? "since pause" : "since", text: since >= 1000 ? `+${duration(since)}` : "" });
}
