// The dialogs of a running app: to edit and dispatch an action, and to open a state.

class LiveDialog {
  constructor(live, name, verb, ...content) {
    this.live = live;
    this.fault = element("p", { class: "trouble", role: "alert", hidden: true });
    this.root = element("dialog", { class: "ask", "aria-label": name }, content, this.fault,
      element("p", {}, button(verb, () => this.send()), " ", button("Cancel", () => this.root.close())));
  }

  /** Sends what the dialog asks for. If that fails, the dialog stays, and says why. */
  async send() {
    try {
      const { target } = this.live;
      if (!target) throw new Error("No app is connected.");
      const command = await this.command();
      const answer = await this.live.tool.command(target.journal, command);
      if (answer.failure) throw new Error(answer.failure);
      if (command.do === "open") this.live.opened = null;
      this.root.close();
      this.live.take(answer);
    } catch (error) {
      this.fault.textContent = visibleText(error.message);
      this.fault.hidden = false;
    }
  }

  open() {
    this.fault.hidden = true;
    this.root.showModal();
  }
}

class DispatchDialog extends LiveDialog {
  constructor(live) {
    const field = element("textarea", { rows: "12", cols: "72", spellcheck: "false", "aria-label": "Action as JSON" });
    super(live, "Dispatch an action", "Dispatch", field);
    this.field = field;
  }

  /** Offers the selected action. */
  async show() {
    const { recording, row } = this.live.page;
    const action = (await recording.step(row)).get("action");
    this.field.value = action === undefined ? "" : printJSON(action, 2);
    this.open();
  }

  async command() {
    return { do: "dispatch", action: parseJSON(this.field.value) };
  }
}

/** Opens a state of another journal in the app, or one of the shown journal that the app doesn't keep any more. */
class OpenDialog extends LiveDialog {
  constructor(live) {
    const seq = element("input", { type: "number", min: "0", id: "opened-state" });
    const files = element("input", { type: "file", multiple: true, id: "opened-journal" });
    super(live, "Open a state", "Open", element("p", {}, element("label", { for: seq.id, text: "State" }), " ", seq),
      element("p", {}, element("label", { for: files.id, text: "of the journal" }), " ", files, element("br"), element("span", { class: "quiet", text: "Choose all its segments. Without a file, it is the shown journal." })));
    Object.assign(this, { seq, files });
  }

  show() {
    this.seq.value = String(this.live.page.seq());
    this.files.value = "";
    this.open();
  }

  async command() {
    if (!/^[0-9]+$/.test(this.seq.value)) throw new Error("Say the number of a state.");
    const files = [...this.files.files];
    if (files.length === 0) return { do: "open", state: await this.stateIn(this.live.page.recording) };
    const source = await JournalSource.open(files);
    try {
      return { do: "open", state: await this.stateIn(new Recording(source)) };
    } finally {
      source.close();
    }
  }

  async stateIn(recording) {
    const { first, last } = recording.head;
    const row = recording.rowOf(Number(this.seq.value));
    if (row < 0) throw new Error(`This journal has no state ${this.seq.value}. It has ${first} to ${last}.`);
    const { known, value } = await recording.stateAt(row);
    if (!known) throw new Error(`The journal doesn't hold state ${this.seq.value}. One with patches holds all.`);
    return value;
  }
}
