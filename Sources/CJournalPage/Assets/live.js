// The page of `reduxlog live`: it shows the journal of a running app as it grows, and drives the app.

function startLive() {
  new LivePage(document.getElementById("page")).run();
}

// An app whose connection broke comes back at once.
const longestReturn = 1000;

// Milliseconds between two drawings.
const drawingPause = 40;
const catchingUpPause = 400;
// The unread bytes with which it begins and ends: more than an app writes in half a second, and as many as come at once.
const manyBytes = 1 << 18;
const fewBytes = 1 << 16;

// Milliseconds for which a page that isn't seen still grows.
const longestUnseen = 1000;

/** Waits until the page is seen. */
async function shown() {
  while (document.hidden) await new Promise((seen) => document.addEventListener("visibilitychange", seen, { once: true }));
}

class LivePage {
  constructor(root) {
    this.root = root;
    this.tool = new LiveTool();
    this.bar = new LiveBar(this);
    this.page = null;
    this.journal = null;
    this.journals = [];
    // For the first journal: it starts while the tool answers.
    this.worker = startWorker();
    /** Whether the app shows whatever is selected. */
    this.isFollowed = false;
    this.drawnAt = -Infinity;
    this.status = null;
    /** The seq of a state of the journal that was opened in the app, while it shows that. */
    this.opened = null;
  }

  async run() {
    fill(this.root, this.bar.root, element("section", { class: "viewer" }, element("h1", { text: "Waiting for an app" }),
      element("p", { text: "Start a debug build that has a LiveSession, with the variables that the terminal shows." })));
    this.askAgain();
    this.pauseUnseen();
    for (;;) {
      await shown();
      const work = (this.listening = new AbortController());
      this.isSwitching = false;
      try {
        for await (const event of this.tool.events(this.journal?.known ?? {}, work)) this.receive(event);
      } catch (error) {
        if (this.isSwitching) continue;
        this.bar.say(this.tool.token ? `The tool doesn't answer: ${error.message}` : "Open the link that the terminal shows: it has the token.");
      } finally {
        work.abort();
      }
      await delay(500);
    }
  }

  // A browser has six connections to a tool, for all its pages. A page that isn't seen lets go of its own.
  pauseUnseen() {
    let pause;
    document.addEventListener("visibilitychange", () => {
      clearTimeout(pause);
      if (!document.hidden) return;
      pause = setTimeout(() => {
        this.isSwitching = true;
        this.listening.abort();
      }, longestUnseen);
    });
  }

  receive(event) {
    const { journal } = this;
    if (event.journals) this.offer(event.journals);
    else if (event.journal !== journal?.known.journal) return;
    else if (event.bytes) journal.add(event, this.entry.file.split("/").at(-1));
    else journal.cut(event.cuts);
    this.awaitEnd();
  }

  // Ends the journal of an app that has gone and doesn't come back.
  awaitEnd() {
    clearTimeout(this.ending);
    if (!this.app) this.ending = setTimeout(() => this.journal?.end(), longestReturn);
  }

  /** The shown journal, as the tool lists it. */
  get entry() {
    return this.journals.find(({ journal }) => journal === this.journal?.known.journal);
  }

  get app() {
    return this.entry?.app ?? null;
  }

  /** The journal whose app takes commands: the shown one, or the newest that has an app. */
  get target() {
    return this.app ? this.entry : this.journals.findLast(({ app }) => app);
  }

  offer(journals) {
    this.journals = journals;
    if (!this.entry) {
      const first = journals.findLast(({ app }) => app) ?? journals.at(-1);
      if (first) this.open(first.journal);
    }
    this.bar.offer(journals);
    this.bar.say(this.app || !this.entry ? "" : "The app has gone.");
    if (!this.target) this.take(null, true);
  }

  /** Shows another journal. */
  open(journal) {
    this.journal?.source.close();
    this.isNew = this.isBehind = this.isCatchingUp = false;
    const { cuts } = this.journals.find((entry) => entry.journal === journal);
    this.journal = new LiveJournal({ journal, cuts, segment: 0, from: 0 }, this.worker ?? startWorker(), (isNew) => this.grew(isNew), (error) => this.bar.say(error.message));
    this.worker = null;
    this.isSwitching = true;
    this.listening.abort();
  }

  // Asks what the app shows. Rows don't wait for a busy app.
  async askAgain() {
    for (;;) {
      await shown();
      try {
        const { target } = this;
        const answer = target && (await this.tool.command(target.journal, { do: "status" }));
        // The page may show another journal by now.
        if (target?.journal === this.target?.journal) this.take(answer, true);
      } catch {
        this.take(null, true);
      }
      await delay(400);
    }
  }

  // The journal has grown.
  grew(isNew) {
    this.isNew ||= isNew;
    this.isBehind = true;
    this.isCatchingUp = this.journal.unread > (this.isCatchingUp ? fewBytes : manyBytes);
    this.awaitEnd();
    this.updating ??= this.update().catch((error) => this.bar.say(error.message)).finally(() => (this.updating = null));
  }

  /** Shows what has come, up to twenty times a second. While much is unread, it seldom draws: the reader needs the processor. */
  async update() {
    while (this.isBehind) {
      const wait = this.drawnAt + (this.isCatchingUp ? catchingUpPause : drawingPause) - performance.now();
      // The reader's next part asks again.
      if (wait > 0 && this.isCatchingUp) return;
      if (wait > 0) await delay(wait);
      if (this.isNew && !this.isReady) return;
      while (this.isNew && this.isBusy) await delay(250);
      this.isBehind = false;
      if (this.isNew) await this.show();
      else this.page.grow();
      this.bar.draw();
      this.drawnAt = performance.now();
    }
  }

  // A page that is replaced stays until the new one is complete. The first one shows parts, from the state that its address names.
  get isReady() {
    const { isComplete, source } = this.journal;
    return isComplete || (!this.page && (readAddress(location.hash).seq ?? 0) <= source.head.last);
  }

  /** Whether the person is typing, so that nothing may be replaced. */
  get isBusy() {
    return document.activeElement?.matches("input, textarea, select") || document.querySelector("dialog[open]") !== null || Boolean(this.page?.player.timer);
  }

  /** Shows a state in the app. If its reducers don't lead to the recorded one again, the app gets that one. */
  async showInApp(row) {
    const seq = this.page.seq(row);
    const impurity = await this.impurity(await this.send({ do: "show", seq }));
    if (impurity === null) return;
    const { known, value } = await this.page.recording.stateAt(row);
    if (this.can("open") && known && (await this.send({ do: "open", state: value }))) this.opened = seq;
    this.bar.say(`${impurity}.${this.opened === seq ? " The app shows the recorded state." : ""}`);
    this.bar.draw();
  }

  /** Leaves an action out of the shown states, or includes it again. */
  async toggle(seq) {
    const impurity = await this.impurity(await this.send({ do: "toggle", seq }));
    if (impurity !== null && this.difference) this.bar.say(`${impurity}, so differences can come from that alone.`);
  }

  // Says that the reducers of an app that answers don't lead to the recorded state again; null if they do.
  async impurity(answer) {
    const { recording } = this.page;
    const row = answer?.hash ? recording.rowOf(answer.shown) : -1;
    const recorded = row < 0 ? undefined : (await recording.step(row)).get("hash");
    return recorded === undefined || recorded === answer.hash ? null : `Run again, the app's reducers don't lead to state ${answer.shown}: they aren't pure`;
  }

  /** Makes the page anew, and keeps what is selected; the last action stays the last one. */
  async show() {
    this.isNew = false;
    const old = this.page;
    const { source } = this.journal;
    const isAtEnd = !old || old.row >= old.lastRow();
    const named = old && old.recording.source === source ? old.shownAddress() : readAddress(location.hash);
    // A running app is at the end.
    const address = { ...named, isAtEnd: old ? isAtEnd : named.seq === null && this.app !== null };
    const root = element("main", { id: "page", class: "arriving" });
    document.body.append(root);
    let page;
    try {
      page = await makePage(source, root, this);
      await page.start(address);
    } catch (error) {
      root.remove();
      this.isNew = true;
      throw error;
    }
    root.prepend(this.bar.root);
    if (old) {
      page.list.root.scrollTop = isAtEnd ? page.list.root.scrollHeight : old.list.root.scrollTop;
      page.detail.panel.scrollTop = old.detail.panel.scrollTop;
    }
    const hadFocus = !old || old.root.contains(document.activeElement) || document.activeElement === document.body;
    this.root.remove();
    root.classList.remove("arriving");
    if (hadFocus) page.list.root.focus({ preventScroll: true });
    old?.close();
    Object.assign(this, { root, page });
    page.list.refresh();
  }

  /** Takes an answer of the app. */
  take(answer, isQuiet = false) {
    if (answer && !answer.failure) this.status = answer;
    const { shown, leftOut } = this.status ?? {};
    if (answer?.difference) this.difference = { operations: answer.difference, more: answer.moreDifferences ?? 0, leftOut: leftOut.join(", "), shown };
    else if (this.difference && (this.difference.shown !== shown || this.difference.leftOut !== leftOut?.join(", "))) this.difference = null;
    if (!this.target) this.status = null;
    const look = JSON.stringify([this.app && this.status]);
    if (this.look !== look) this.page?.list.refresh();
    this.look = look;
    if (!isQuiet) this.bar.say(answer?.failure ? `${answer.failure}.` : "");
    this.bar.draw();
  }

  /** Whether the app shows a state, by its seq. */
  isShown(seq) {
    return this.app !== null && this.status !== null && !this.status.atHead && (this.status.shown ?? this.opened) === seq;
  }

  /** Whether the app doesn't keep a state. What has come since its last answer, it keeps. */
  isNotKept(seq) {
    const { showable } = this.status ?? { showable: [] };
    return this.app !== null && seq <= (showable.at(-1)?.[1] ?? -1) && !showable.some(([first, last]) => first <= seq && seq <= last);
  }

  /** Sends a command. Resolves to the answer, or null if it had no effect. */
  async send(command) {
    if (["show", "head", "resume", "toggle", "open"].includes(command.do)) this.opened = null;
    try {
      const answer = await this.tool.command(this.target.journal, command);
      this.take(answer);
      return answer.failure ? null : answer;
    } catch (error) {
      this.bar.say(error.message);
      return null;
    }
  }

  can(capability) {
    return this.target?.app.capabilities.includes(capability) ?? false;
  }

  canShow(seq) {
    return this.app !== null && this.status !== null && this.page?.recording.source === this.journal.source && !this.isNotKept(seq);
  }

  /** Notes that another row is selected. */
  async selected() {
    this.bar.draw();
    if (!this.isFollowed || this.isSending) return;
    this.isSending = true;
    // Only the newest of many steps counts.
    let seq;
    try {
      do {
        seq = this.page.seq();
        if (this.canShow(seq)) await this.showInApp(this.page.row);
      } while (seq !== this.page.seq());
    } catch (error) {
      this.bar.say(error.message);
    }
    this.isSending = false;
  }

  toggleFollowing() {
    this.isFollowed = !this.isFollowed;
    if (this.isFollowed) this.selected();
    else this.send({ do: "head" });
  }

  /** The action of a key, beside those of every page: that of its button. */
  keyAction(key) {
    const button = Object.values(this.bar.commands).find((one) => one.getAttribute("aria-keyshortcuts") === key);
    return button && (() => button.click());
  }

  /** What the commands do, by their keys. */
  get commands() {
    const { page } = this;
    return {
      s: () => this.showInApp(page.row), h: () => this.send({ do: "head" }), r: () => this.send({ do: "resume" }), x: () => this.toggle(page.seq()),
      d: () => this.bar.dialogs.dispatch.show(), o: () => this.bar.dialogs.open.show(), m: () => this.send({ do: "mark", name: "live" }),
      a: () => this.toggleFollowing(),
    };
  }
}

/** The line at the top: what the app shows, and the commands. */
class LiveBar {
  constructor(live) {
    this.live = live;
    this.text = element("span", { class: "live-text", role: "status" });
    this.trouble = element("span", { class: "live-trouble", role: "alert" });
    this.journals = element("select", { "aria-label": "Journal", hidden: true, on: { change: () => this.live.open(this.journals.value) } });
    /** The keys of the commands, and what they do. */
    this.keys = [];
    const command = (text, key, title) => {
      this.keys.push([key, title]);
      return button(text, () => live.commands[key](), { "aria-keyshortcuts": key, title: `${title} (${key})`, disabled: true });
    };
    this.commands = {
      show: command("Show", "s", "Show the selected state in the app"), head: command("Head", "h", "Show the head again"),
      follow: command("Follow", "a", "Show in the app whatever is selected or played"),
      resume: command("Resume", "r", "Go on from the state that the app shows"),
      leaveOut: command("Leave out", "x", "Show the app without the selected action, or with it again"),
      open: command("Open…", "o", "Show a state of another journal, or of an earlier session"),
      dispatch: command("Dispatch…", "d", "Edit the selected action, and dispatch it"), mark: command("Mark", "m", "Set a mark in the journal"),
    };
    this.dialogs = { dispatch: new DispatchDialog(live), open: new OpenDialog(live) };
    this.difference = element("div", { class: "live-difference" });
    this.root = element("div", { class: "live", role: "region", "aria-label": "The running app" }, this.journals, this.text, Object.values(this.commands), this.trouble, this.difference,
      Object.values(this.dialogs).map(({ root }) => root));
  }

  say(text) {
    if (this.trouble.textContent !== visibleText(text)) this.trouble.textContent = visibleText(text);
  }

  offer(journals) {
    this.journals.hidden = journals.length < 2;
    if (document.activeElement === this.journals) return;
    fill(this.journals, journals.map(({ journal, app }) => element("option", { value: journal, selected: journal === this.live.entry?.journal, text: `${app ? `process ${app.process}` : "gone"} · ${journal.slice(0, 8)}` })));
  }

  draw() {
    const { live } = this;
    const { status, page } = live;
    const isAway = status && !status.atHead;
    let text = "No app is connected";
    if (status) {
      const app = live.app ? "The app" : `Process ${live.target.app.process}`;
      const shown = status.shown ?? live.opened;
      text = isAway ? `${app} shows ${shown === null ? "a state that the journal doesn't hold" : `state ${shown}`}` : `${app} shows the head`;
      if (isAway && live.app && page) text += `; the head is ${page.recording.head.last}`;
      if (status.leftOut.length > 0) text += `; left out: ${status.leftOut.join(", ")}`;
      if (status.locked > 0) text += `; ${plural(status.locked, "action")} locked`;
    }
    if (this.text.textContent !== text) this.text.textContent = text;
    this.root.classList.toggle("away", Boolean(isAway));
    const seq = page?.seq();
    const { show, head, follow, resume, leaveOut, open, dispatch, mark } = this.commands;
    show.disabled = !live.canShow(seq);
    head.disabled = !isAway;
    follow.disabled = !status;
    follow.setAttribute("aria-pressed", String(live.isFollowed));
    resume.disabled = !isAway || !live.can("resume");
    leaveOut.disabled = !live.can("leaveOut") || !live.canShow(seq) || !page?.model.isAction(page.row);
    open.disabled = !live.can("open") || !page;
    dispatch.disabled = !live.can("dispatch") || !page;
    mark.disabled = !status;
    this.drawDifference();
  }

  // What leaving actions out changes in the shown state.
  drawDifference() {
    const { difference, page } = this.live;
    if (this.drawn === difference) return;
    this.drawn = difference;
    if (!difference) return fill(this.difference);
    const { operations, more, leftOut } = difference;
    const title = operations.length === 0 ? `The same without ${leftOut}` : `Different without ${leftOut}: ${plural(operations.length + more, "change")}`;
    return fill(this.difference, element("details", { open: operations.length > 0 }, element("summary", { text: title }),
      operationList(page, operations, page.row), more > 0 ? quietLine(`${plural(more, "more change")} not shown.`) : null));
  }
}

function delay(milliseconds) {
  return new Promise((resume) => setTimeout(resume, milliseconds));
}
