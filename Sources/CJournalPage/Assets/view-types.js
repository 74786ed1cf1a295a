// The types of the actions, to hide some of them. The search field says which, as -type or +type.

const mostTypes = 500;

class TypesView {
  constructor(page) {
    this.page = page;
    this.button = button("Types", () => this.toggle(), { "aria-expanded": "false", "aria-controls": "types", "aria-keyshortcuts": "t" });
    this.root = element("div", { class: "types", id: "types", role: "region", "aria-label": "Types of actions", tabindex: "0", hidden: true });
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.toggle();
    });
  }

  toggle() {
    this.root.hidden = !this.root.hidden;
    this.button.setAttribute("aria-expanded", String(!this.root.hidden));
    this.draw();
    if (this.root.hidden) this.button.focus();
    else this.root.querySelector("input")?.focus();
  }

  /** The numbers of the types, the most frequent first, with the number of their actions. */
  get counts() {
    if (this.known) return this.known;
    const counts = new Map();
    for (const type of this.page.model.rows.type) if (type >= 0) counts.set(type, (counts.get(type) ?? 0) + 1);
    return (this.known = [...counts].sort((a, b) => b[1] - a[1]));
  }

  /** Counts the actions that have come, too, when they are shown next. */
  grow() {
    this.known = null;
    if (this.root.hidden) this.boxes = null;
  }

  draw() {
    if (this.root.hidden) return;
    const { hidden = new Set() } = this.page.parts;
    if (!this.boxes) this.make();
    for (const [type, box] of this.boxes) box.checked = !hidden.has(type);
  }

  make() {
    const { types } = this.page.model.rows;
    this.boxes = new Map();
    const items = this.counts.slice(0, mostTypes).map(([type, count]) => {
      const box = element("input", { type: "checkbox", on: { change: () => this.change((hidden) => (box.checked ? hidden.delete(type) : hidden.add(type))) } });
      this.boxes.set(type, box);
      const name = visibleText(types[type]);
      return element("li", {}, element("label", {}, box, element("bdi", { text: name }), element("span", { class: "quiet", text: groupDigits(count) })),
        button("Only", () => this.change((hidden) => types.forEach((_, other) => (other === type ? hidden.delete(other) : hidden.add(other)))), { "aria-label": `Show only ${name}` }));
    });
    fill(this.root, element("p", {}, button("Show all types", () => this.change((hidden) => hidden.clear()))), element("ul", {}, items));
  }

  change(edit) {
    const { find, model, parts } = this.page;
    const hidden = new Set(parts.hidden);
    edit(hidden);
    find.set(printFilter(readFilter(find.input.value, model.rows.types).text, hidden, model.rows.types));
  }
}
