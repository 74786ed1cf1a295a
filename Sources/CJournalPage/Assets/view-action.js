// Action: the arguments of the selected action, and everything else its line says.

class ActionView {
  constructor(page) {
    this.page = page;
    this.model = page.model;
    this.root = element("div", { class: "action" });
  }

  async show(signal) {
    const { row } = this.page;
    const step = await this.page.recording.step(row);
    if (signal.aborted) return;
    this.raw = step.get("action");
    const { rows } = this.model;
    const session = this.model.session(row);
    const facts = [["type", this.model.type(row)], ["kind", kindWords[rows.kind[row]]], ["session", session ? `${session.number}, version ${session.version ?? "unknown"}` : null],
      ["time", session ? `${dateAndClock(session.started + rows.time[row])} UTC, ${duration(rows.time[row])} after the session's start` : null], ["its own time", ownTime(this.raw)],
      ["reducer", rows.us[row] >= 0 ? duration(rows.us[row]) : null], ["dispatched at", step.get("site")], ["error", step.get("error")],
      ["state", rows.kind[row] === "g" ? null : `${rows.seq[row]}, ${this.model.status(row)}`], ["hash", step.get("hash")], ["replay", step.get("replay")], ["hash is missing", step.get("unhashed")], ["torn", step.get("torn") ? "the line is incomplete" : null],
    ].filter(([, value]) => value);
    const list = element("dl", {}, facts.map(([name, value]) => [element("dt", { text: name, title: terms[name] }), element("dd", {}, element("bdi", { text: visibleText(String(value)) }))]));
    fill(this.root, step.has("action") ? wholeValue(step.get("action")) : quietLine("This line is no action."), list, this.causes(row));
  }

  causes(row) {
    const cause = this.model.causeRow(row);
    const caused = this.model.causedRows(row);
    return [cause >= 0 ? element("p", { class: "around" }, "caused by ", rowButton(this.page, cause, "action")) : null,
      caused.length > 0 ? element("p", { class: "around" }, "caused ", caused.slice(0, 100).map((one) => rowButton(this.page, one, "action"))) : null];
  }
}
