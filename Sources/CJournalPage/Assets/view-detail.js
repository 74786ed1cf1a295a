// The right side: the selected action, in tabs.

const tabTitles = { changes: "Changes", state: "State", action: "Action", history: "History" };

/** What the copy button copies in each tab. */
const rawNames = { changes: "patch", state: "state", action: "action", history: "value" };

class DetailView {
  constructor(page) {
    this.page = page;
    this.model = page.model;
    this.title = element("div", { class: "detail-title" });
    this.back = button("↑ List", () => page.showList(), { class: "back" });
    this.tabs = Object.fromEntries(tabNames.map((name) => [name, button(tabTitles[name], () => page.setTab(name), {
      role: "tab", id: `tab-${name}`, "aria-controls": "panel", on: { click: () => page.setTab(name), keydown: (event) => this.key(event, name) },
    })]));
    this.panel = element("div", { class: "panel", id: "panel", role: "tabpanel", tabindex: "0" });
    this.views = {
      changes: new ChangesView(page), state: new StateView(page), action: new ActionView(page), history: new HistoryView(page),
    };
    this.raw = button("", () => this.copyRaw(), { "aria-keyshortcuts": "r", title: terms["copy patch"] });
    this.commands = new CommandsView(page);
    this.watches = new WatchesView(page);
    this.copies = element("div", { class: "copies" },
      button("Copy point", () => page.copy(page.point()), { "aria-keyshortcuts": "y", title: terms["copy point"] }),
      this.raw, this.commands.button);
    this.root = element("section", { class: "detail", "aria-label": "Selected action" }, this.back, this.title, this.watches.root,
      element("div", { class: "tab-bar" }, element("div", { class: "tabs", role: "tablist", "aria-label": "Details" }, Object.values(this.tabs)), this.copies),
      this.commands.root, this.panel);
  }

  show() {
    const { tab, row } = this.page;
    this.look = this.lookOf(row);
    this.showTitle(row);
    for (const [name, one] of Object.entries(this.tabs)) {
      one.setAttribute("aria-selected", String(name === tab));
      one.setAttribute("tabindex", name === tab ? "0" : "-1");
    }
    this.panel.setAttribute("aria-labelledby", `tab-${tab}`);
    const view = this.views[tab];
    if (this.shown !== view) {
      this.shown?.leave?.();
      this.shown = view;
      fill(this.panel, view.root);
      this.panel.scrollTop = 0;
    }
    this.work?.abort();
    this.work = new AbortController();
    const { signal } = this.work;
    clearTimeout(this.rest);
    // The state is ready when the reader turns to it, or prints the page.
    this.rest = setTimeout(() => this.page.recording.stateAt(row, signal).catch(() => {}), 400);
    this.raw.textContent = `Copy ${rawNames[tab]}`;
    this.commands.draw();
    this.watches.show(signal).catch((error) => signal.aborted || this.page.say(error.message));
    this.showing = view.show(signal).catch((error) => {
      if (signal.aborted) return;
      fill(view.root, element("p", { class: "trouble", text: `The page can't show this: ${visibleText(error.message)}. Try: ${this.page.command()}` }));
    });
  }

  /** Takes in the rows that have come: most change nothing of what is shown. */
  grow() {
    const { row } = this.page;
    if (this.look !== this.lookOf(row)) return this.show();
    return this.shown?.grow?.();
  }

  // What a later row can change of a selected one.
  lookOf(row) {
    return `${this.model.status(row)} ${this.model.abandoned[row]} ${this.model.causedRows(row).length} ${this.model.markRows(row).length}`;
  }

  /** Does something in State, and turns to it before. */
  async inState(act) {
    if (this.page.tab !== "state") this.page.setTab("state");
    await this.showing;
    if (this.shown === this.views.state && this.views.state.value !== undefined) act(this.views.state);
  }

  /** Copies the JSON that the tab shows, whole and exact. */
  async copyRaw() {
    const { tab } = this.page;
    await this.showing;
    const value = this.shown.raw;
    if (value === undefined) return this.page.say(`The journal doesn't hold this ${rawNames[tab]}.`);
    await copyText(printJSON(value, 2));
    return this.page.say(`Copied the ${rawNames[tab]} as JSON.`);
  }

  showTitle(row) {
    const { model } = this;
    const seq = model.rows.kind[row] === "b" ? model.rows.to[row] : model.rows.seq[row];
    const kind = model.rows.kind[row];
    const facts = [];
    if (kind === "!") facts.push(element("span", { class: "tag", data: { status: "differs" }, text: "! refused" }));
    if (kind === "t") facts.push(element("span", { class: "tag", data: { status: "differs" }, title: visibleText(model.problemAt.get(row)?.text ?? ""), text: "† interrupted" }));
    const { pinned } = this.page;
    if (pinned >= 0) facts.push(element("span", { class: "tag", text: pinned === row ? "pinned" : `compared with ${model.rows.seq[pinned]}` }));
    if (model.abandoned[row]) facts.push(element("span", { class: "tag", text: `↶ abandoned at ${model.rows.seq[model.abandoned[row]]}` }));
    const started = model.session(row)?.started;
    const time = started === undefined ? null : element("span", { class: "quiet", text: `${dateAndClock(started + model.rows.time[row]).slice(0, 10)} ${clock(started + model.rows.time[row])} UTC, ${duration(model.rows.time[row])} into session ${model.session(row).number}` });
    fill(this.title,
      element("h2", {}, element("span", { class: "seq", text: `${seq}` }), ` ${model.rows.kind[row] === "i" ? stepName(model, row) : visibleText(model.type(row)) || rowText(model, row)}`),
      rowArguments(model, row, 120),
      "gbt".includes(kind) ? null : statusTag(model.status(row)), facts, time);
  }

  key(event, name) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.turn(by, name);
    this.tabs[this.page.tab].focus();
  }

  turn(by, name = this.page.tab) {
    this.page.setTab(tabNames[(tabNames.indexOf(name) + by + tabNames.length) % tabNames.length]);
  }
}
