// The top of the page: which app, whether it failed, where, and what is proven.

class VerdictView {
  constructor(page) {
    this.page = page;
    this.root = element("header", { class: "verdict" });
    this.draw();
  }

  /** Draws what has changed. What the reader unfolded stays so. */
  draw() {
    const { page } = this;
    const { head } = page.recording;
    const { verdict, against } = head;
    this.target = verdict.seq === null || verdict.seq === undefined ? -1 : against ? page.model.problemRows[0] : page.recording.rowOf(verdict.seq);
    const isWarning = verdict.judgement === "open" && verdict.seq !== null && verdict.seq !== undefined;
    this.sign = isWarning ? "warning" : verdict.judgement;
    this.root.dataset.verdict = this.sign;
    const old = new Map([...this.root.children].map((part) => [part.dataset.part, part]));
    const parts = Object.entries(this.parts(head)).filter(([, part]) => part !== null).map(([name, part]) => {
      const known = old.get(name);
      if (known?.innerHTML === part.innerHTML) return known;
      if (known && part.localName === "details") part.open = known.open;
      part.dataset.part = name;
      return part;
    });
    keepChildren(this.root, parts);
    this.goTo = this.root.querySelector(".go-to");
    this.show(page.row);
  }

  parts(head) {
    const { page, target } = this;
    const { verdict, against } = head;
    const goTo = target < 0 ? null : button(`Go to ${verdict.seq}`, () => {
      page.list.root.focus({ preventScroll: true });
      page.select(this.target, { isJump: true, tab: "changes" });
    }, { class: "go-to", "aria-keyshortcuts": "e" });
    return {
      identity: element("div", { class: "identity" },
        element("h1", {}, element("strong", { text: visibleText(`${head.app.name} ${head.app.version ?? ""}`.trim()) }), ` · ${visibleText(head.file)}`, against ? ` against ${visibleText(against.file)}` : null),
        element("p", { class: "facts", text: this.facts(head) }),
        button("Help", () => page.help.open(), { class: "help-button", "aria-keyshortcuts": "?" })),
      headline: element("p", { class: "headline" },
        element("span", { class: "mark", "aria-hidden": "true", text: { fine: "✓", open: "·", wrong: "✗", warning: "!" }[this.sign] }),
        element("strong", { text: visibleText(verdict.headline) }),
        verdict.text ? element("span", { class: "headline-text", text: visibleText(verdict.text) }) : null,
        this.setAgain(target),
        goTo),
      proof: element("p", { class: "proof" }, this.proof(head), this.extras(head)),
      seen: page.model.isConverted ? element("p", { class: "proof seen", text: `You see what today's app makes of the recording. The user may have seen something else.${page.recording.recordedRows.size > 0 ? " Changes and State also show what the journal holds as recorded." : ""}` }) : null,
      problems: this.problems(head), warnings: this.warnings(head), context: this.context(head),
    };
  }

  /** Hides the way to the problem while it is selected. Its room stays, so that nothing moves. */
  show(row) {
    this.goTo?.classList.toggle("needless", row === this.target);
  }

  facts(head) {
    const facts = [plural(head.actions, "action"), plural(head.sessions.length, "session")];
    if (head.refused > 0) facts.push(`${groupDigits(head.refused)} refused`);
    if (head.rewinds > 0) facts.push(plural(head.rewinds, "rewind"));
    facts.push(...this.ends(head));
    const started = head.sessions[0]?.started;
    if (started) facts.push(`${dateAndClock(started)} UTC`);
    return facts.join(" · ");
  }

  // How the sessions ended: those before the last one only if they weren't closed.
  ends({ sessions, end }) {
    const earlier = sessions.slice(0, -1).filter((session) => session.end !== "closed").length;
    if (earlier === 0) return [end];
    if (end === "closed") return [`${earlier} not closed`];
    return end === "not closed" ? [`${earlier + 1} not closed`] : [`${earlier} not closed`, end];
  }

  // Which states are proven, as ranges; the last ones in short if there are many.
  proof(head) {
    const shown = head.states.slice(0, 8);
    const ranges = shown.map(([from, to, word]) =>
      element("span", { class: "range" }, from === to ? `${from} ` : `${from}–${to} `, this.term(word)));
    if (head.states.length > shown.length) ranges.push(element("span", { class: "range", text: `and ${plural(head.states.length - shown.length, "more range")}` }));
    // Numbers count states: the initial one and those of sessions have some, too.
    return ranges.length === 0 ? [] : [element("span", { class: "range quiet", text: "states" }), ...ranges];
  }

  // A word that explains itself: on hover, and below the page when it has the focus.
  term(word) {
    return element("button", { type: "button", class: "term", title: statusSentences[word], on: { focus: () => this.page.say(statusSentences[word]), blur: () => this.page.say(""), click: () => this.page.help.open() } }, statusTag(word));
  }

  extras(head) {
    const secrets = new Set(head.sessions.map((session) => session.secrets).filter(Boolean));
    const places = new Set(head.sessions.flatMap((session) => session.volatile ?? []));
    const parts = [];
    if (secrets.size > 0) parts.push(`secrets: ${[...secrets].map((word) => (word === "redacted" ? "redacted by rules" : word)).join(", ")}`);
    if (places.size > 0) parts.push(`volatile: ${[...places].join(", ")}`);
    return parts.length > 0 ? element("span", { class: "range quiet", title: secrets.has("redacted") ? terms.redacted : null, text: visibleText(parts.join(" · ")) }) : null;
  }

  problems(head) {
    const said = head.problems.find((problem) => (head.against ? this.page.model.rowOfProblem(problem) === this.target : problem.seq === head.verdict.seq));
    const others = head.problems.filter((problem) => problem !== said);
    if (others.length === 0) return null;
    const list = element("ul", {}, others.slice(0, 200).map((problem) =>
      element("li", {}, button(`${problem.seq}`, () => (problem.row === undefined ? this.page.goToSeq(problem.seq) : this.page.select(problem.row, { isJump: true }))), ` ${problem.kind === "differs" ? "" : `${problem.kind}: `}${visibleText(this.problemText(problem))}`, this.setAgain(this.page.model.rowOfProblem(problem)), this.time(problem))));
    const title = plural(others.length, `${head.problems.length > others.length ? "more " : ""}${head.against ? "difference" : "problem"}`);
    return element("details", { class: "more", open: others.length <= 3 }, element("summary", { text: title }), list);
  }

  // That a later action sets again what differs at a row.
  setAgain(row) {
    const again = this.page.model.setAgain.get(row);
    return again ? element("span", { class: "quiet", text: ` (${again.isCertain ? "" : "perhaps "}set again at ${this.page.seq(again.row)})` }) : null;
  }

  // The day and the time of day, in UTC.
  time({ seq }) {
    const { model } = this.page;
    const row = this.page.recording.rowOf(seq);
    return row < 0 || !model.session(row) ? null : element("span", { class: "quiet", text: ` ${dateAndClock(absoluteTime(model, row))}` });
  }

  // With the action's arguments, which tell problems of one kind apart.
  problemText({ seq, kind, text }) {
    const { rows } = this.page.recording;
    const row = this.page.recording.rowOf(seq);
    const type = rows.types[rows.type[row]];
    return kind === "differs" && rows.text[row] && text.startsWith(`${type} `) ? `${type}  ${rows.text[row]}  ${text.slice(type.length + 1)}` : text;
  }

  context(head) {
    if (!head.sessions.some((session) => session.context)) return null;
    const lines = contextRows(head.sessions).map(([key, text, sessions]) => [element("dt", { text: visibleText(key) }),
      element("dd", {}, element("bdi", { text: visibleText(text) }), element("span", { class: "quiet", text: sessions }))]);
    return element("details", { class: "more" }, element("summary", { text: "Context" }), element("dl", {}, lines));
  }

  warnings(head) {
    if (head.warnings.length === 0) return null;
    const list = element("ul", {}, head.warnings.map((text) => element("li", { text: visibleText(text) })));
    return element("details", { class: "more" }, element("summary", { text: plural(head.warnings.length, "warning") }), list);
  }
}

/** The context that the app gave, such as its commit and the device, with the sessions that have it. */
function contextRows(sessions) {
  const numbers = new Map();
  for (const { number, version, platform, context } of sessions) {
    const members = [["version", version], ["platform", platform], ...(context ? parseJSON(context) : [])].filter(([, value]) => value !== undefined);
    for (const [key, value] of members) {
      const text = typeof value === "string" ? value : compactJSON(value);
      const line = JSON.stringify([key, text]);
      numbers.set(line, [...(numbers.get(line) ?? []), number]);
    }
  }
  const keys = [...numbers.keys()].map((line) => JSON.parse(line)[0]);
  const byKey = [...numbers].sort(([one], [other]) => keys.indexOf(JSON.parse(one)[0]) - keys.indexOf(JSON.parse(other)[0]));
  return byKey.map(([line, shown]) => [...JSON.parse(line), shown.length === sessions.length ? "" : ` in session${shown.length === 1 ? "" : "s"} ${shown.join(", ")}`]);
}

/** The keys that a newcomer needs, at the foot of the page. */
function keyHints() {
  const hints = [["↑ ↓", "step"], ["/", "search"], ["e", "problem"], ["b", "history"], ["[ ]", "tab"], ["c", "compare"], [backKeys, "back"], ["y", "copy point"], ["?", "all keys"]];
  return element("p", { class: "keys", "aria-hidden": "true" }, hints.map(([key, use]) => element("span", {}, element("kbd", { text: key }), ` ${use}`)));
}
