// Command lines for what is selected, to copy.

/** A disclosure below the tabs with a line for each command. */
class CommandsView {
  constructor(page) {
    this.page = page;
    this.button = button("Commands", () => this.toggle(), { "aria-expanded": "false", "aria-controls": "commands", title: terms.commands });
    this.root = element("div", { class: "commands", id: "commands", role: "region", "aria-label": "Commands", tabindex: "0", hidden: true });
  }

  toggle() {
    this.root.hidden = !this.root.hidden;
    this.button.setAttribute("aria-expanded", String(!this.root.hidden));
    this.draw();
  }

  async draw() {
    if (this.root.hidden) return;
    const { page } = this;
    const { row } = page;
    const question = await valueInQuestion(page);
    const lines = commandsFor(page, question);
    if (page.row !== row) return;
    fill(this.root, lines.map(([use, command]) => element("p", { class: "command" }, element("span", { class: "quiet", text: use }),
      element("code", { text: visibleText(command) }), button("Copy", () => page.copy(command), { "aria-label": `Copy: ${use}` }))),
      question.lack ? quietLine(`bisect and minimize look for a value: ${question.lack}`) : null);
  }
}

// The plain value that questions are about, and its query: at the selected place, else the first one that the action set.
// Where there is none, `lack` says why.
async function valueInQuestion(page) {
  const { row, tokens, recording } = page;
  const state = await recording.stateAt(row);
  const first = await recording.stateAt(recording.rowOf(recording.head.first));
  if (!state.known || !first.known) return { lack: `the journal doesn't hold state ${state.known ? recording.head.first : page.seq()}.` };
  const changed = ((await recording.step(row)).get("patch") ?? []).map((operation) => parsePointer(operation.get("path")));
  for (const place of tokens.length > 0 ? [tokens] : changed) {
    const value = valueAt(state.value, place);
    const isPlain = value !== undefined && !(value instanceof Map) && !Array.isArray(value) && !isRedacted(value);
    if (isPlain && !isSame(valueAt(first.value, place), value)) return { place: printPointer(place), query: queryOf(state.value, place), value };
  }
  return { lack: tokens.length === 0 ? "select one in State that an action set." : "select a plain value, such as a text, that differs from the first state's." };
}

/** What each command is for, and the command. */
function commandsFor(page, question) {
  const file = shellQuoted(page.recording.head.file);
  const revision = shellQuoted(`${page.recording.head.file}@${page.seq()}`);
  const small = shellQuoted(page.recording.head.file.replace(/(\.jsonl)?$/, "-small.jsonl"));
  const lines = [["Show this in the terminal", page.command()], ["Make a test of the actions up to here", `reduxlog generate-test ${revision} -o Tests`]];
  const problem = page.model.problemAt.get(page.row);
  if (problem?.kind === "crashed") lines.push(["Keep only the actions that the crash needs", `reduxlog minimize ${file} --crashes -o ${small}`]);
  if (question.lack) return lines;
  const condition = shellQuoted(`${question.query} != ${compactJSON(question.value)}`);
  return [...lines, [`Find a step that set ${visibleText(question.place)} to this value`, `reduxlog bisect ${revision} --expect ${condition}`],
    ["Keep only the actions that this value needs", `reduxlog minimize ${revision} --expect ${condition} -o ${small}`]];
}

/** The query (RFC 9535) for a place in a state: `$.tasks.entities["a-1"].tags[0]`. */
function queryOf(state, tokens) {
  const part = (token, depth) => {
    if (Array.isArray(valueAt(state, tokens.slice(0, depth)))) return `[${token}]`;
    return /^[A-Za-z_][A-Za-z0-9_]*$/.test(token) ? `.${token}` : `[${JSON.stringify(token)}]`;
  };
  return `$${tokens.map(part).join("")}`;
}
