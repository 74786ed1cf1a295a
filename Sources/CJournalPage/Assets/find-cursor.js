// The arrow keys in the search field: they mark a result, and Enter opens it. The field keeps the focus.

class FindCursor {
  constructor(find) {
    this.find = find;
    // The mark by name, because the results are drawn anew while a search runs. Null: the most telling result.
    this.key = null;
    find.found.addEventListener("keydown", (event) => this.keyInside(event));
  }

  get results() {
    return this.find.found.hidden ? [] : [...this.find.found.querySelectorAll("button")];
  }

  /** Marks a result that was clicked. */
  follow(result) {
    if (!result) return;
    this.key = result.dataset.result;
    this.draw();
  }

  /** Clears the search, and goes to the list. */
  clear() {
    const { page } = this.find;
    this.find.clear();
    page.list.root.focus({ preventScroll: true });
  }

  /** The marked result: the chosen one, else an action that left this value stale, else the first place. A type with another name only if it is chosen. */
  get marked() {
    const { results } = this;
    return results.find((one) => one.dataset.result === this.key) ?? results.find((one) => one.dataset.stale === "stays") ?? results.find((one) => one.dataset.stale)
      ?? results.find((one) => !one.dataset.result.startsWith("type ")) ?? null;
  }

  draw(scrolls = false) {
    const { marked } = this;
    const { input, found } = this.find;
    found.querySelectorAll("button").forEach((one, index) => {
      one.id = `result-${index}`;
      one.classList.toggle("marked", one === marked);
    });
    if (marked) input.setAttribute("aria-activedescendant", marked.id);
    else input.removeAttribute("aria-activedescendant");
    if (scrolls && marked) marked.scrollIntoView({ block: "nearest" });
  }

  /** Marks the next or previous result. Behind the last one, the list has the focus. */
  move(by, from = this.marked) {
    const { results } = this;
    if (results.length === 0) return this.leave();
    const index = results.indexOf(from) + by;
    if (index >= results.length) return this.leave();
    this.key = results[Math.max(0, index)].dataset.result;
    this.draw(true);
    return this.find.input.focus({ preventScroll: true });
  }

  leave() {
    const { page } = this.find;
    const { visible } = page.model;
    const isHidden = visible.length > 0 && visible[Math.max(0, page.model.indexOf(page.row))] !== page.row;
    page.list.root.focus();
    if (page.filter !== "" && isHidden) page.select(visible[0]);
  }

  /** Opens the marked result, else the first action. */
  async open() {
    const { page } = this.find;
    if (this.find.searched !== this.find.input.value) this.find.search();
    // `#215` means the action, not a value.
    const { numberedRow, wanted } = this.find;
    if (numberedRow >= 0 && wanted.startsWith("#") && this.key === null) {
      page.list.root.focus({ preventScroll: true });
      return page.select(numberedRow, { isJump: true });
    }
    await this.find.working;
    const { marked } = this;
    const first = page.model.visible[0];
    if (marked?.classList.contains("more-places")) return marked.click();
    // Keep the text, so that the user can correct it.
    if (!marked && first === undefined) return undefined;
    page.list.root.focus({ preventScroll: true });
    if (marked) return marked.click();
    return first === undefined || page.filter === "" ? undefined : page.select(first, { isJump: true });
  }

  keyInField(event) {
    const actions = { ArrowDown: () => this.move(1), ArrowUp: () => this.move(-1), Enter: () => this.open(), Escape: () => this.clear() };
    this.handle(event, actions[event.key]);
  }

  // Tab moves the focus among the results: go on from there.
  keyInside(event) {
    const from = event.target.closest("button") ?? this.marked;
    const actions = { ArrowDown: () => this.move(1, from), ArrowUp: () => this.move(-1, from), Escape: () => this.clear() };
    this.handle(event, actions[event.key]);
  }

  handle(event, action) {
    if (!action || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }
}
