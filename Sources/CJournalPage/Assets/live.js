// The page of `reduxlog live`: it shows the journal of a running app as it grows, and drives the app.

function startLive() {
  new LivePage(document.getElementById("page")).run();
}

/** The tool's HTTP interface. */
class LiveTool {
  constructor() {
    const token = /^#token=([0-9a-f]{32})$/.exec(location.hash)?.[1];
    if (token) {
      // From now on, the fragment is the page's address.
      sessionStorage.setItem("token", token);
      history.replaceState(null, "", location.pathname);
    }
    this.token = sessionStorage.getItem("token");
  }

  async fetch(path, body) {
    const headers = { Authorization: `Bearer ${this.token}` };
    return fetch(path, { method: body ? "POST" : "GET", body: body && JSON.stringify(body), headers, cache: "no-store", credentials: "omit" });
  }

  async json(path, body) {
    const response = await this.fetch(path, body);
    const answer = await response.json();
    if (!response.ok && response.status !== 409) throw new Error(answer.failure);
    return answer;
  }

  journals() {
    return this.json("/journals");
  }

  /** What the app shows, or the `failure`. */
  command(journal, command) {
    return this.json("/commands", { journal, ...command });
  }

  async bytes(journal, segment, from) {
    const response = await this.fetch(`/journals/${journal}/${segment}?from=${from}`);
    if (!response.ok) throw new Error((await response.json()).failure);
    return response.arrayBuffer();
  }
}

/** The bytes of a journal's segments, as far as they have arrived. */
class LiveFiles {
  constructor(tool, journal) {
    this.tool = tool;
    this.journal = journal;
    this.segments = [];
  }

  /** Gets what is new; resolves to whether there was anything. */
  async update({ file, bytes, cuts }) {
    // Bytes that the app's writer took back are gone from the copy, too.
    if (this.cuts !== cuts) this.segments = [];
    this.cuts = cuts;
    const name = file.split("/").at(-1);
    let isNew = false;
    for (const [index, size] of bytes.entries()) {
      const segment = (this.segments[index] ??= { parts: [], size: 0 });
      if (size < segment.size) Object.assign(segment, { parts: [], size: 0 });
      while (segment.size < size) {
        const part = await this.tool.bytes(this.journal, index, segment.size);
        if (part.byteLength === 0) break;
        segment.parts.push(part);
        segment.size += part.byteLength;
        isNew = true;
      }
    }
    this.name = name;
    return isNew;
  }

  files() {
    const last = this.segments.length - 1;
    return this.segments.map(({ parts }, index) => {
      const name = index === last ? this.name : this.name.replace(/\.jsonl$/, `.${String(index + 1).padStart(6, "0")}.jsonl`);
      return new File(parts, name);
    });
  }
}

class LivePage {
  constructor(root) {
    this.root = root;
    this.tool = new LiveTool();
    this.bar = new LiveBar(this);
    this.page = null;
    this.source = null;
    this.files = null;
    this.journal = null;
    /** Whether the app shows whatever is selected. */
    this.isFollowed = false;
    this.status = null;
    /** How long it took to show the journal, in milliseconds. */
    this.cost = 0;
  }

  async run() {
    fill(this.root, this.bar.root, element("section", { class: "viewer" }, element("h1", { text: "Waiting for an app" }),
      element("p", { text: "Start a debug build that has a LiveSession, with the variables that the terminal shows." })));
    let isBehind = false;
    let lastShown = 0;
    for (;;) {
      try {
        const journals = await this.tool.journals();
        this.bar.offer(journals);
        const shown = journals.find(({ journal }) => journal === this.journal) ?? journals.findLast(({ app }) => app) ?? journals.at(-1);
        if (shown) {
          if (shown.journal !== this.journal) this.open(shown.journal);
          this.app = shown.app;
          if (await this.files.update(shown)) isBehind = true;
          // The journal is read again as a whole, so that takes at most a quarter of the time.
          if (isBehind && performance.now() - lastShown > 3 * this.cost && !this.isBusy) {
            lastShown = performance.now();
            await this.show();
            isBehind = false;
          }
          this.ask();
        }
        this.bar.say(this.app ? "" : shown ? "The app has gone." : "");
      } catch (error) {
        this.bar.say(this.tool.token ? `The tool doesn't answer: ${error.message}` : "Open the link that the terminal shows: it has the token.");
      }
      await new Promise((resume) => setTimeout(resume, 250));
    }
  }

  /** Asks what the app shows. Rows must not wait for a busy app. */
  async ask() {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      this.take(this.app ? await this.tool.command(this.journal, { do: "status" }) : null, true);
    } catch {
      this.take(null, true);
    }
    this.isAsking = false;
  }

  open(journal) {
    this.journal = journal;
    this.files = new LiveFiles(this.tool, journal);
  }

  /** Whether the person is typing, so that nothing may be replaced. */
  get isBusy() {
    return document.activeElement?.matches("input, textarea, select") || document.querySelector("dialog[open]") !== null || this.page?.player.isPlaying;
  }

  /** Shows the journal as it is now, and keeps what is selected; the last action stays the last one. */
  async show() {
    const start = performance.now();
    let source;
    try {
      source = await JournalSource.open(this.files.files());
    } catch (error) {
      // Its first line isn't whole yet.
      if (error instanceof RefusedJournal && !this.page) return;
      throw error;
    }
    const old = this.page;
    const isAtEnd = !old || old.row >= old.lastRow();
    const address = old ? { ...old.shownAddress(), isAtEnd } : readAddress(location.hash);
    const root = element("main", { id: "page", class: "arriving" });
    document.body.append(root);
    const page = await makePage(source, root, this);
    await page.start(address);
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
    this.source?.close();
    Object.assign(this, { root, page, source });
    this.cost = performance.now() - start;
    this.bar.draw();
  }

  /** Takes an answer of the app. */
  take(answer, isQuiet = false) {
    if (answer && !answer.failure) this.status = answer;
    if (!this.app) this.status = null;
    if (!isQuiet) this.bar.say(answer?.failure ? `${answer.failure}.` : "");
    this.bar.draw();
  }

  async send(command) {
    try {
      this.take(await this.tool.command(this.journal, command));
    } catch (error) {
      this.bar.say(error.message);
    }
  }

  can(capability) {
    return this.app?.capabilities.includes(capability) ?? false;
  }

  canShow(seq) {
    return this.status?.showable.some(([first, last]) => first <= seq && seq <= last) ?? false;
  }

  /** Notes that another row is selected. */
  async selected() {
    this.bar.draw();
    if (!this.isFollowed || this.isSending) return;
    this.isSending = true;
    // Only the newest of many steps counts.
    let seq;
    do {
      seq = this.page.seq();
      if (this.canShow(seq)) await this.send({ do: "show", seq });
    } while (seq !== this.page.seq());
    this.isSending = false;
  }

  toggleFollowing() {
    this.isFollowed = !this.isFollowed;
    if (this.isFollowed) this.selected();
    else this.send({ do: "head" });
  }

  async dispatch() {
    const action = (await this.page.recording.step(this.page.row)).get("action");
    this.bar.edit(action === undefined ? "" : printJSON(action, 2));
  }

  /** The action of a key, beside those of every page. */
  keyAction(key) {
    const seq = this.page?.seq();
    return {
      s: () => this.send({ do: "show", seq }), h: () => this.send({ do: "head" }), r: () => this.send({ do: "resume" }),
      x: () => this.send({ do: "toggle", seq }), d: () => this.dispatch(), m: () => this.send({ do: "mark", name: "live" }),
      a: () => this.toggleFollowing(),
    }[key];
  }
}

/** The line at the top: what the app shows, and the commands. */
class LiveBar {
  constructor(live) {
    this.live = live;
    this.text = element("span", { class: "live-text", role: "status" });
    this.trouble = element("span", { class: "live-trouble", role: "alert" });
    this.journals = element("select", { "aria-label": "Journal", hidden: true, on: { change: () => this.live.open(this.journals.value) } });
    const command = (text, key, title) => button(text, () => live.keyAction(key)(), { "aria-keyshortcuts": key, title: `${title} (${key})`, disabled: true });
    this.commands = {
      show: command("Show", "s", "Show the selected state in the app"), head: command("Head", "h", "Show the head again"),
      follow: command("Follow", "a", "Show in the app whatever is selected or played"),
      resume: command("Resume", "r", "Go on from the state that the app shows"),
      leaveOut: command("Leave out", "x", "Show the app without the selected action, or with it again"),
      dispatch: command("Dispatch…", "d", "Edit the selected action, and dispatch it"), mark: command("Mark", "m", "Set a mark in the journal"),
    };
    this.field = element("textarea", { rows: "12", cols: "72", spellcheck: "false", "aria-label": "Action as JSON" });
    this.fault = element("p", { class: "trouble", role: "alert", hidden: true });
    this.dialog = element("dialog", { class: "dispatch", "aria-label": "Dispatch an action" }, this.field, this.fault,
      element("p", {}, button("Dispatch", () => this.dispatch()), " ", button("Cancel", () => this.dialog.close())));
    this.root = element("div", { class: "live", role: "region", "aria-label": "The running app" }, this.journals, this.text, Object.values(this.commands), this.trouble, this.dialog);
  }

  say(text) {
    if (this.trouble.textContent !== visibleText(text)) this.trouble.textContent = visibleText(text);
  }

  offer(journals) {
    this.journals.hidden = journals.length < 2;
    if (document.activeElement === this.journals) return;
    fill(this.journals, journals.map(({ journal, app }) => element("option", { value: journal, selected: journal === this.live.journal, text: `${app ? `process ${app.process}` : "gone"} · ${journal.slice(0, 8)}` })));
  }

  draw() {
    const { live } = this;
    const { status, page } = live;
    const isAway = status && !status.atHead;
    let text = "No app is connected";
    if (status) {
      text = isAway ? `The app shows ${status.shown === null ? "a state that the journal doesn't hold" : `state ${status.shown}`}` : "The app shows the head";
      if (isAway && page) text += `; the head is ${page.recording.head.last}`;
      if (status.leftOut.length > 0) text += `; left out: ${status.leftOut.join(", ")}`;
      if (status.locked > 0) text += `; ${plural(status.locked, "action")} locked`;
    }
    if (this.text.textContent !== text) this.text.textContent = text;
    this.root.classList.toggle("away", Boolean(isAway));
    const seq = page?.seq();
    const { show, head, follow, resume, leaveOut, dispatch, mark } = this.commands;
    show.disabled = !live.canShow(seq);
    head.disabled = !isAway;
    follow.disabled = !status;
    follow.setAttribute("aria-pressed", String(live.isFollowed));
    resume.disabled = !isAway || !live.can("resume");
    leaveOut.disabled = !live.can("leaveOut") || !live.canShow(seq) || !page?.model.isAction(page.row);
    dispatch.disabled = !live.can("dispatch") || !page;
    mark.disabled = !status;
  }

  edit(text) {
    this.field.value = text;
    this.fault.hidden = true;
    this.dialog.showModal();
  }

  async dispatch() {
    try {
      const action = JSON.parse(this.field.value);
      const answer = await this.live.tool.command(this.live.journal, { do: "dispatch", action });
      if (answer.failure) throw new Error(answer.failure);
      this.dialog.close();
      this.live.take(answer);
    } catch (error) {
      this.fault.textContent = visibleText(error.message);
      this.fault.hidden = false;
    }
  }
}
