// The page's controller: it holds what is selected, and tells the views when that changes.

class Page {
  /** `live` is the page's connection to a running app, if there is one. */
  constructor(model, root, live = null) {
    const { recording } = model;
    this.recording = recording;
    this.model = model;
    this.row = 0;
    this.tokens = [];
    this.watch = -1;
    this.tab = "changes";
    this.filter = "";
    this.parts = {};
    this.range = null;
    this.pinned = -1;
    this.root = root;
    this.live = live;
    this.closing = new AbortController();
    this.address = new AddressBar((address) => this.follow(address), this.closing.signal);
    this.verdict = new VerdictView(this);
    this.player = new Player(this);
    this.lanes = new LanesView(this);
    this.find = new FindView(this);
    this.list = new ListView(this);
    this.detail = new DetailView(this);
    this.help = new HelpView(this);
    this.notice = element("p", { class: "notice", role: "status" });
    this.lanesWork = new Paced(() => this.lanes.scaleAnew(), this.closing.signal);
    this.orderWork = new Paced(() => this.reorder(), this.closing.signal);
    this.showFile();
    installKeys(this);
  }

  showFile() {
    const { file, verdict } = this.recording.head;
    document.title = `${file} · ${verdict.headline}`;
  }

  /** Takes in the rows that the recording's source has got since. If the last state is selected, the selection follows. */
  grow() {
    const isAtEnd = this.row >= this.lastRow();
    const { isAtBottom } = this.list;
    this.recording.extend();
    this.model.extend();
    this.showFile();
    this.verdict.draw();
    this.find.grow();
    this.lanesWork.ask();
    if (this.model.ordered !== this.model.everyRow) this.orderWork.ask();
    this.list.refresh();
    const last = this.lastRow();
    if (isAtEnd && last > this.row && !this.player.timer && this.model.isVisible(last)) this.select(last, { isQuiet: true });
    else this.detail.grow();
    if (isAtEnd && isAtBottom) this.list.scrollToBottom();
  }

  reorder() {
    this.model.setOrder(this.model.order);
    this.applyFilter();
  }

  /** Replaces the static page, and shows what the address asks for. It works in parts, because each one takes a while. */
  async start(address = readAddress(location.hash)) {
    const left = element("section", { class: "left", "aria-label": "Actions" }, this.find.root, this.list.root, this.list.away);
    fill(this.root, this.verdict.root, this.lanes.root, element("div", { class: "panes" }, left, this.detail.root),
      element("footer", { class: "foot" }, keyHints(), this.notice), this.help.root);
    // Nothing moves while it is seen.
    this.root.style.visibility = "hidden";
    this.list.measure();
    await pause();
    this.lanes.measure();
    await pause();
    this.root.style.visibility = "";
    this.find.showCount();
    if (address.isAtEnd || address.seq !== null) {
      this.follow(address.isAtEnd ? { ...address, seq: this.seq(this.lastRow()) } : address);
    } else {
      const row = this.model.opening;
      this.select(row < 0 ? this.lastRow() : row, { isQuiet: true, isCentered: true });
    }
    // The keys that the footer offers work in the list.
    this.list.root.focus({ preventScroll: true });
  }

  /** Ends what the page listens to. */
  close() {
    this.player.stop();
    this.closing.abort();
  }

  lastRow() {
    return Math.max(0, this.recording.lastStateRow);
  }

  /** Goes to an address that was typed, opened, or is in the browser's history. */
  follow(address) {
    const row = address.seq !== null ? this.recording.rowOf(address.seq) : this.live ? this.lastRow() : this.row;
    if (row < 0) this.say(`This recording has no state ${address.seq}. It has ${this.recording.head.first} to ${this.recording.head.last}.`);
    this.tokens = address.tokens;
    this.watch = address.watch;
    this.range = address.range;
    this.showOrder(address.order);
    this.find.set(address.filter);
    this.applyFilter();
    this.lanes.drawRange();
    this.select(row < 0 ? this.lastRow() : row, { tab: address.tab ?? (address.tokens.length > 0 ? "state" : "changes"), isQuiet: true, isCentered: true });
    // Meanwhile, each part would have written what was shown so far.
    this.address.keep();
  }

  /**
   * Selects a row, and shows it. `tokens` selects a place in its state, too. A jump gets an entry of its own in the
   * browser's history.
   */
  select(row, { tokens = null, watch = -1, tab = null, isJump = false, isQuiet = false, isCentered = isJump } = {}) {
    // What the user selects ends the playback.
    if (!this.player.isStepping) this.player.stop();
    this.row = row;
    if (tokens) [this.tokens, this.watch] = [tokens, watch];
    if (tab) this.tab = tab;
    this.list.show(row, isCentered);
    this.lanes.show(row);
    this.detail.show();
    this.verdict.show(row);
    if (isJump) this.showDetail();
    if (!isQuiet) {
      this.updateAddress(isJump);
      this.live?.selected();
    }
  }

  /** In narrow windows, the details are below the list: scrolls them into view. */
  showDetail() {
    if (this.isStacked) this.detail.root.scrollIntoView({ block: "start" });
  }

  /** The way back. */
  showList() {
    this.list.root.focus({ preventScroll: true });
    if (this.isStacked) this.list.root.scrollIntoView({ block: "center" });
  }

  get isStacked() {
    return getComputedStyle(this.detail.back).display !== "none";
  }

  /** Selects the first row that sets a state: the rows before it only say where the recording starts. */
  selectFirst() {
    const { visible } = this.model;
    if (visible.length > 0) this.select(visible.find((row) => this.recording.sets(row)) ?? visible[0]);
  }

  /** Moves the selection by a number of visible rows. */
  step(by) {
    const { visible } = this.model;
    if (visible.length === 0) return;
    const index = this.model.indexOf(this.row);
    const isHidden = index < 0 || visible[index] !== this.row;
    const wanted = index + (isHidden && by > 0 ? by : by + (isHidden && by < 0 ? 1 : 0));
    this.select(visible[Math.max(0, Math.min(visible.length - 1, wanted))]);
  }

  goToSeq(seq) {
    const row = this.recording.rowOf(seq);
    if (row < 0) this.say(`This recording has no state ${seq}.`);
    else this.pick(row, true);
  }

  /** Shows an action that was picked out of others. A history is that of a value, so it gives way to what the action changed. */
  pick(row, isJump = false) {
    this.select(row, { isJump, tab: this.tab === "history" ? "changes" : null });
  }

  goToProblem(direction) {
    const { problemRows } = this.model;
    if (problemRows.length === 0) return this.say(this.model.head.against ? "Both journals do the same." : this.model.withoutProblem);
    const next = this.model.nextProblem(this.row, direction);
    if (next === undefined && problemRows.length === 1 && problemRows[0] === this.row) this.say("This is the only problem.");
    return this.select(next ?? (direction > 0 ? problemRows[0] : problemRows.at(-1)), { isJump: true, tab: "changes" });
  }

  /** Shows the history of a place, as seen from a row. */
  showHistory(tokens, row = this.row) {
    this.select(row, { tokens, tab: "history", isJump: true });
  }

  /** Shows the history of a watched expression. */
  showWatch(watch) {
    this.select(this.row, { tokens: [], watch, tab: "history", isJump: true });
  }

  /** Shows the history of a value that a search found: from the selected row if that has the place, too, else from where it was set. */
  async showFound(tokens, row, value) {
    const here = await this.recording.nearestState(this.row);
    const found = valueAt(here, tokens);
    // At an index, another element may stand.
    const isInArray = tokens.some((_, depth) => Array.isArray(valueAt(here, tokens.slice(0, depth))));
    const isHere = found !== undefined && (!isInArray || equalJSON(found, value));
    this.showHistory(tokens, isHere ? this.row : row);
  }

  /** Shows a state in its recorded shape. */
  showRecorded(row) {
    this.detail.views.state.isRecorded = true;
    this.showState([], row);
  }

  showState(tokens, row = this.row) {
    this.select(row, { tokens, tab: "state", isJump: true });
  }

  /** Selects a place without showing anything else. */
  choose(tokens) {
    [this.tokens, this.watch] = [tokens, -1];
    this.updateAddress(false);
  }

  setTab(tab) {
    this.tab = tab;
    this.detail.show();
    this.updateAddress(false);
  }

  /** Filters the list. `parts` are those of the text: what to find, the hidden types, and the rows where values match. */
  setFilter(text, parts) {
    this.filter = text;
    this.parts = parts;
    this.applyFilter();
    this.updateAddress(false);
  }

  /** Searches for a text, as if it had been typed. */
  search(text) {
    this.find.set(text);
    this.find.focus();
    this.updateAddress(true);
  }

  setOrder(order) {
    this.showOrder(order);
    this.list.show(this.row, true);
    this.updateAddress(false);
  }

  // The rows get new elements, because their texts depend on the order.
  showOrder(order) {
    if ((this.model.order ?? "recorded") === order) return;
    this.model.setOrder(order);
    this.find.order.value = order;
    this.list.forget();
    this.applyFilter();
  }

  setRange(range) {
    this.range = range;
    this.applyFilter();
    this.lanes.draw();
    this.updateAddress(false);
  }

  applyFilter() {
    this.model.setFilter({ ...this.parts, range: this.range });
    this.list.refresh();
    this.find.showCount();
  }

  /** Ends what keeps the selected row out of the list. */
  listSelected() {
    this.find.clear();
    if (this.range) this.setRange(null);
    if (!this.model.isVisible(this.row)) this.setOrder("recorded");
    this.list.root.focus({ preventScroll: true });
  }

  pin() {
    if (this.pinned === this.row) {
      this.pinned = -1;
      this.say("No state is pinned.");
    } else {
      this.pinned = this.row;
      this.say(`State ${this.seq()} is pinned. Select another action to compare.`);
    }
    this.list.refresh();
    this.detail.show();
  }

  seq(row = this.row) {
    return this.model.rows.seq[row];
  }

  /** The point that is shown, as the tool's commands take it: `year.jsonl@138:/items/3`. */
  point() {
    const { rows, head } = this.model;
    if (rows.kind[this.row] === "b") return `${head.against.file}@${rows.to[this.row]}`;
    const place = this.tokens.length > 0 && this.tab !== "action" ? `:${printPointer(this.tokens)}` : "";
    return `${this.recording.head.file}@${this.seq()}${place}`;
  }

  /** The command that shows the same. */
  command() {
    if (this.model.rows.kind[this.row] === "b") return `reduxlog log ${shellQuoted(this.point())} -p`;
    const point = shellQuoted(this.point());
    if (this.tab === "history") return `reduxlog blame ${point} --history`;
    if (this.tab === "action") return `reduxlog show ${point} --action`;
    if (this.tab === "state" || !this.model.isAction(this.row)) return `reduxlog show ${point}`;
    const { file, first } = this.recording.head;
    const from = this.pinned >= 0 && this.pinned !== this.row ? this.seq(this.pinned) : Math.max(first, this.seq() - 1);
    return `reduxlog diff ${shellQuoted(`${file}@${from}..${this.seq()}`)}`;
  }

  async copy(text) {
    await copyText(text);
    this.say(`Copied: ${text}`);
  }

  async copyValue(value) {
    await copyText(printJSON(value, 2));
    this.say("Copied the value as JSON.");
  }

  say(text) {
    this.notice.textContent = visibleText(text);
  }

  updateAddress(isJump) {
    this.address.show(this.shownAddress(), isJump);
  }

  shownAddress() {
    const isNewest = this.live && this.row >= this.lastRow();
    return { seq: isNewest ? null : this.seq(), tokens: this.tokens, watch: this.watch, tab: this.tab, filter: this.filter, range: this.range, order: this.model.order };
  }
}

/** Work over all rows. It is done again while a recording grows, but for at most a twentieth of the time. */
class Paced {
  constructor(work, signal) {
    this.work = work;
    this.signal = signal;
    this.due = 0;
    this.running = null;
  }

  /** Does the work soon. */
  ask() {
    this.isWanted = true;
    this.running ??= this.run().finally(() => (this.running = null));
  }

  async run() {
    while (this.isWanted) {
      await new Promise((resume) => setTimeout(resume, Math.max(0, this.due - performance.now())));
      if (this.signal.aborted) return;
      this.isWanted = false;
      const start = performance.now();
      await this.work();
      const end = performance.now();
      this.due = end + 19 * (end - start);
    }
  }
}
