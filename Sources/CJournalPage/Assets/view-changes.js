// Changes: what the selected action did to the state, and what today's app does instead.

const mostChanges = 200;

class ChangesView {
  constructor(page) {
    this.page = page;
    this.model = page.model;
    this.root = element("div", { class: "changes" });
  }

  /** The patch, as RFC 6902 has it: without the values that it replaces. */
  get raw() {
    return this.patch?.map((operation) => new Map([...operation].filter(([key]) => key !== "was")));
  }

  async show(signal) {
    const { row, pinned } = this.page;
    this.patch = this.told = undefined;
    if (pinned >= 0 && pinned !== row) return this.showComparison(pinned, row, signal);
    const recording = this.page.recording;
    const step = await recording.step(row);
    if (signal.aborted) return undefined;
    const parts = [this.statusLine(row, step), await this.todayTable(row, signal), await watchChanges(this.page, row), ...(await this.operations(row, step, signal)), this.recordedShape(row, step)];
    if (signal.aborted) return undefined;
    const [compared, stale] = [element("div"), element("div")];
    fill(this.root, parts, stale, this.marks(row), this.around(row, step), compared);
    const [comparisons] = await Promise.all([this.model.compared(), this.showStaleCopies(stale, row, signal)]);
    if (signal.aborted) return undefined;
    const isInFlight = this.model.rows.kind[row] === "t";
    return fill(compared, isInFlight ? await this.usualChanges(row, step, comparisons, signal) : this.comparison(row, comparisons));
  }

  // Where an old value of this action's changes stays.
  async showStaleCopies(target, row, signal) {
    const { recording } = this.page;
    const { told = [] } = this;
    // While the user steps through a long recording, don't search each state.
    if (recording.count > longRecording) await new Promise((resume) => setTimeout(resume, 150));
    if (signal.aborted) return;
    const copies = await staleCopies(recording, row, told, signal);
    if (!signal.aborted) fill(target, copies.map(({ tokens, value, change }) => element("p", { class: "status-line" }, "The old value ", valueText(value, { limit: 60 }), " also stood at ", placeButton(this.page, tokens, row), ",", endOfValue(this.page, change, row), ".")));
  }

  statusLine(row, step) {
    const status = this.model.status(row);
    if (this.model.head.against) return this.otherLine(row, this.model.problemAt.get(row));
    // What follows says of a state that went back where it comes from, too, with a way there.
    const problems = this.model.problemsAt(row).filter(({ kind }) => kind !== "went back");
    const texts = problems.map(({ kind, text }) => ({ differs: statusSentences.differs, "in flight": step.has("returned") ? terms["cut off"] : terms.interrupted })[kind] ?? `${kind}: ${text}`)
      .filter((text) => text !== this.model.rows.text[row]);
    if (texts.length === 0 && !this.model.problemAt.has(row) && status !== "proven" && status !== "recorded") texts.push(statusSentences[status]);
    return texts.map((text) => element("p", { class: "status-line", data: { status: problems.length > 0 ? "differs" : status }, text: visibleText(text) }));
  }

  // Beside another journal: whether it has the same.
  otherLine(row, problem) {
    if (problem) return [element("p", { class: "status-line", data: { status: "differs" }, text: `${visibleText(problem.text)}.` })];
    const partner = this.model.partner(row);
    return partner === null ? [] : [quietLine(`${visibleText(this.model.head.against.file)} has the same, at ${partner}.`)];
  }

  /** At a divergence: the value before, what was recorded, and what today's app does, or what the other journal has. */
  async todayTable(row, signal) {
    const today = this.model.today(row);
    if (!today) return null;
    const { against, file } = this.model.head;
    const before = row > 0 && !against ? await this.page.recording.stateAt(row - 1, signal) : { known: false };
    const identity = this.model.identity(row);
    const sidesOf = (member, state) => differingSides(member, state, identity, against ? [file, against.file].map((name) => `${visibleText(name)}'s`) : undefined);
    const sides = (today.members ?? []).flatMap((member) => sidesOf(member, before));
    const names = ["place", before.known ? "before" : null, ...(against ? [file, against.file].map(visibleText) : ["recorded", "today"])].filter(Boolean);
    const line = (head, cells) => element("tr", {}, element("th", { scope: "row" }, head), cells.filter((cell) => cell !== null));
    const compared = (head, side) => {
      const name = nameIn(side.tokens);
      const difference = isPlainText(side.recorded) && isPlainText(side.today) ? textDifference(side.recorded, side.today) : null;
      const cell = (effect, value, part) => element("td", { class: part ? null : "differs" }, part ? differingText(part, difference.areAlike, value) : effect ?? foldedValue(value, { name, limit: shortCell }));
      return line(head, [before.known ? element("td", { class: "was" }, foldedValue(side.before, { name, limit: shortCell })) : null,
        cell(side.recordedEffect, side.recorded, difference?.old), cell(side.todayEffect, side.today, difference?.new)]);
    };
    const rows = sides.map((side) => compared(placeButton(this.page, side.tokens, row), side));
    for (const member of today.action ?? []) {
      for (const side of sidesOf(member, { known: false })) rows.push(compared(visibleText(`action ${member.place}`), side));
    }
    if (today.error) {
      const text = (error) => element("td", { class: "differs", text: visibleText(error ?? "none") });
      rows.push(line("error", [before.known ? element("td") : null, text(today.error.recorded), text(today.error.today)]));
    }
    const table = element("table", { class: against ? "today pairs" : "today" }, element("thead", {}, element("tr", {}, names.map((text) => element("th", { scope: "col", text })))), element("tbody", {}, rows));
    return [table, against || !today.members?.length ? null : this.outcome(row)];
  }

  // Whether a difference still stands at the end.
  outcome(row) {
    const again = this.model.setAgain.get(row);
    if (again === null || (again === undefined && this.model.abandoned[row])) return null;
    if (again === undefined) return quietLine("No later action sets this again: it still differs at the end.");
    return element("p", { class: "quiet" }, again.isCertain ? "Set again at " : "Perhaps set again at ", rowButton(this.page, again.row), again.isCertain ? "." : ", whose value the journal doesn't hold.");
  }

  async operations(row, step, signal) {
    const kind = this.model.rows.kind[row];
    if (step.has("error")) return [element("p", { class: "status-line", data: { status: "differs" } }, "The reducer refused this action: ", element("bdi", { text: visibleText(step.get("error")) })), quietLine("The state stayed as it was.")];
    let operations = step.get("patch");
    if (!operations && step.has("changed")) return this.hashes(step.get("changed"), step.get("since"));
    if (!operations && (kind === "i" || kind === "r" || step.has("sameAs"))) return this.jump(row, signal);
    if (kind === "g") return [quietLine(`${missingActions(this.model, row)} The journal doesn't say what they changed.`)];
    if (kind === "s") return [quietLine("A session starts here. This line sets no state.")];
    if (!operations && !this.model.recording.sets(row)) return [quietLine("This line sets no state. The state stayed as it was.")];
    if (kind === "t") return [];
    // The format has no member for it: an import says why a state is missing.
    const missing = /^the state is missing: (.*)$/s.exec(step.get("unhashed") ?? "");
    if (!operations && missing) return [quietLine(`The file from which the journal was imported doesn't hold the state after this action: ${visibleText(missing[1])}.`)];
    if (!operations) return [quietLine("The journal doesn't say what this action changed. Copy it with the app's reducers: reduxlog bake.")];
    this.patch = operations;
    const identity = this.model.identity(row);
    const arrays = reshapedArrays(operations, identity);
    const state = arrays.length > 0 ? await this.page.recording.stateAt(row, signal) : undefined;
    const told = toldOperations(state?.known ? joinedOperations(operations, arrays, identity, state.value) : operations, identity);
    this.told = told;
    return [operationList(this.page, [...told, ...secretOperations(step, told)], row, step.has("hidden"))];
  }

  // A state that no action set: the difference to the state before it in the file.
  async jump(row, signal) {
    const { recording } = this.page;
    const before = row > 0 ? await recording.stateAt(row - 1, signal) : { known: false };
    const after = await recording.stateAt(row, signal);
    if (!after.known) return [quietLine("The journal doesn't hold this state.")];
    if (!before.known) return [quietLine(this.model.sessionRows[0] === row - 1 || row === 0 ? "The recording starts with this state." : "The journal doesn't hold the state before this one."), this.stateLink(row)];
    const operations = changesBetween(before.value, after.value, this.model.identity(row));
    this.patch = operations;
    const origin = operations.length > 0 ? await this.origin(row, signal) : null;
    const words = operations.length === 0 ? "No action set this state. It equals the state before." : "Against the state before:";
    return [origin, quietLine(words), operations.length > 0 ? operationList(this.page, operations, row) : null];
  }

  // Where a state that no action set comes from, in a sentence.
  async origin(row, signal) {
    const { rows } = this.model;
    const isRewind = rows.kind[row] === "r";
    const equal = isRewind ? this.model.recording.rowOf(rows.to[row]) : await equalStateBefore(this.page.recording, row, signal);
    if (equal < 0) return quietLine(rows.kind[row - 1] === "g" ? "The missing actions led to this state." : "No action set this state.");
    const [first, last] = [rows.seq[equal] + 1, rows.seq[row] - 1];
    const lost = first > last ? "" : `; what ${first === last ? first : `${first}–${last}`} changed is lost`;
    return element("p", { class: "status-line" }, isRewind ? "The user went back to the state after " : "The state goes back to that after ", rowButton(this.page, equal), `${lost}.`,
      isRewind || lost === "" ? null : " No action did this, so the journal doesn't say why.");
  }

  stateLink(row) {
    return element("p", {}, button("Show the state", () => this.page.showState([], row)));
  }

  hashes(changed, since) {
    const items = [...changed].map(([place, hash]) => element("li", {}, placeButton(this.page, parsePointer(place)), hash === null ? " removed" : " changed"));
    const places = since === undefined ? "the changed places" : `the places that changed since state ${integerOf(since)}`;
    return [quietLine(`The journal names ${places}, but not their values.`), element("ul", { class: "operations hashes" }, items)];
  }

  // What a converted step changed as recorded, and what is another value in the recorded shape of its state.
  recordedShape(row, step) {
    const places = reshapedPlaces(step).map((place) => placeButton(this.page, place, row));
    const parts = [places.length > 0 ? element("p", { class: "status-line" }, "As recorded, this action also changed ", places.flatMap((place, index) => [index > 0 ? ", " : null, place]), ". In today's shape, that stayed the same.") : null];
    if (!step.has("recorded")) return parts;
    return [...parts, element("p", { class: "status-line" }, "The journal holds this state in its recorded shape. Recorded → today's shape: ", button("Show it as recorded", () => this.page.showRecorded(row))), operationList(this.page, toldOperations(inverse(step.get("recorded")), this.model.identity(row)).toReversed(), row)];
  }

  async showComparison(pinned, row, signal) {
    const { recording, model } = this.page;
    const [older, newer] = [Math.min(pinned, row), Math.max(pinned, row)];
    const operations = await changesBetweenRows(this.page, older, newer, signal);
    if (signal.aborted) return undefined;
    if (operations) this.patch = operations;
    const title = element("p", { class: "status-line" }, `From state ${model.rows.seq[older]} to state ${model.rows.seq[newer]}. `, button("Stop comparing", () => {
      this.page.pinned = row;
      this.page.pin();
    }, { "aria-keyshortcuts": "c" }));
    return fill(this.root, title, operations ? operationList(this.page, operations, newer) : quietLine("The journal doesn't hold both states."));
  }

  /** The marks at the state, with their texts. */
  marks(row) {
    return this.model.markRows(row).map((mark) => {
      const text = this.model.rows.text[mark];
      const place = `' at state ${this.model.rows.seq[row]}`;
      const end = text.indexOf(place);
      return element("p", { class: "around related" }, element("span", {}, button(visibleText(`M${text.slice(1, end + 1)}`), () => this.page.pick(mark, true), { class: "step" }), visibleText(text.slice(end + place.length))));
    });
  }

  /** What caused the action, and what it caused. */
  around(row, step) {
    const cause = this.model.causeRow(row);
    const caused = this.model.causedRows(row);
    const parts = [];
    // It comes first: in a replayed or imported session, what users tell happened at this time.
    const time = ownTime(step.get("action"));
    if (time) parts.push(element("span", { text: `the action's own time ${time}` }));
    if (cause >= 0) parts.push(element("span", {}, "caused by ", rowButton(this.page, cause)));
    if (caused.length > 0) parts.push(element("span", {}, "caused ", caused.slice(0, 12).map((one) => rowButton(this.page, one)), caused.length > 12 ? ` and ${caused.length - 12} more` : null));
    const us = this.model.rows.us[row];
    if (us >= 0) parts.push(element("span", { text: `reducer ${duration(us)}` }));
    if (step.has("site")) parts.push(element("span", { text: `dispatched at ${visibleText(step.get("site"))}` }));
    return parts.length > 0 ? element("p", { class: "around" }, parts) : null;
  }

  // An action in flight has no changes: what others of its type change, and what stood there before.
  async usualChanges(row, step, comparisons, signal) {
    const usual = comparisons.usual(this.model.rows.type[row]).slice(0, 6);
    if (usual.length === 0) return null;
    const state = await this.page.recording.nearestState(row - 1, signal);
    const names = namesIn(step.get("action"));
    const mark = element("span", { class: "op-mark", "aria-hidden": "true", text: "?" });
    const shown = [];
    const item = (place) => {
      const values = element("div", { class: "values" }, foldedValue(valueAt(state, place), { name: nameIn(place) }));
      shown.push({ place, values });
      return element("li", {}, mark.cloneNode(true), placeButton(this.page, place, row), values);
    };
    const items = usual.map((pattern) => {
      const places = placesLike(pattern, state, names).slice(0, 3);
      return places.length > 0 ? places.map(item) : element("li", {}, mark.cloneNode(true), element("span", { class: "quiet", text: visibleText(placeName(pattern)) }));
    });
    this.showOrigins(shown, row, signal).catch((error) => signal.aborted || this.page.say(error.message));
    return [quietLine(`Other ${visibleText(this.model.type(row))} actions usually change these places. The values are those before this action.`), element("ul", { class: "operations" }, items)];
  }

  // Which actions the shown values come from: the one that an action fails at often came from another action.
  async showOrigins(shown, row, signal) {
    for (const { place, values } of shown) {
      const last = await lastChange(this.page.recording, place, signal, row - 1);
      if (signal.aborted) return;
      if (last >= 0) values.append(element("span", { class: "quiet" }, " last changed by ", rowButton(this.page, last)));
    }
  }

  /** Whether the other actions of this type, and related types, change the same places. The exception is often the bug. */
  comparison(row, comparisons) {
    return [this.comparisonWithTypes(row, comparisons), this.comparisonInType(row, comparisons)];
  }

  // What related types change, too. A reducer that forgets a place does so for each action of its type.
  comparisonWithTypes(row, comparisons) {
    return comparisons.related(row).slice(0, 3).map(({ types, pattern, isForgotten }) => {
      const names = types.slice(0, 4).map((type) => visibleText(this.model.rows.types[type]));
      if (types.length > names.length) names.push(plural(types.length - names.length, "more type"));
      const subject = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
      const rest = isForgotten ? `no ${visibleText(this.model.type(row))} does` : "this action doesn't";
      return element("p", { class: "around related" }, element("span", { text: `${subject} usually also change ${visibleText(placeName(pattern))}; ${rest}.` }));
    });
  }

  comparisonInType(row, comparisons) {
    // A type that nearly all actions have says nothing about what they do.
    const compared = comparisons.isCommon(row) ? null : comparisons.of(row);
    if (!compared || compared.others === 0) return null;
    const { others, hasUnknown, same, places, usual, unique, different } = compared;
    const type = visibleText(this.model.type(row));
    const known = hasUnknown ? " whose changes are recorded" : "";
    const list = (patterns) => visibleText(patterns.slice(0, 6).map(placeName).join("  ")) + (patterns.length > 6 ? " …" : "");
    const isOnly = places.length > 0 && unique.length === places.length;
    const parts = [element("span", { text: isOnly ? `No other ${type} action${known} changes ${list(places)}.` : comparisonWords(compared, type, known, list(places)) })];
    if (usual.length > 0) parts.push(element("span", { text: `Most of them also change ${list(usual)}.` }));
    if (unique.length > 0 && !isOnly && others > 1) parts.push(element("span", { text: `Only this one changes ${list(unique)}.` }));
    if (different.length > 0 && same > 0) parts.push(element("span", {}, "Different: ", different.map((one) => rowButton(this.page, one)), others - same > different.length ? ` and ${plural(others - same - different.length, "other")}` : null));
    return element("p", { class: "around" }, parts, button(`All ${type}`, () => this.page.search(this.model.type(row))));
  }
}

function isPlainText(value) {
  return typeof value === "string" && !isRedacted(value);
}

/** The changes from the older of two rows' states to the newer one; null if the journal doesn't hold both. */
async function changesBetweenRows({ recording, model }, one, other, signal) {
  const before = await recording.stateAt(Math.min(one, other), signal);
  const after = await recording.stateAt(Math.max(one, other), signal);
  return before.known && after.known ? changesBetween(before.value, after.value, model.identity(Math.max(one, other))) : null;
}

/** The places that a row changed, those at which today's app differs first: from its patch, or as the journal names them. */
function changedPlaces(model, row, step) {
  const differing = (model.today(row)?.members ?? []).map(({ place }) => place);
  const named = [...(step.get("patch") ?? []).map((operation) => operation.get("path")), ...(step.get("changed")?.keys() ?? [])];
  return [...new Set([...differing, ...named.filter((place) => !differing.some((one) => one.startsWith(`${place}/`)))])];
}

/** The time that an action says itself, in a member such as `at`; null without one. What it is about may have a time, too. */
function ownTime(action) {
  return timeIn(action, /^(at|now)$/i) ?? timeIn(action, /^(time|timestamp)$/i);
}

function timeIn(action, names) {
  const open = [action];
  while (open.length > 0) {
    const value = open.shift();
    if (!(value instanceof Map)) continue;
    for (const [key, child] of value) {
      if (names.test(key)) {
        if (typeof child === "string" && /^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]/.test(child) && child.length < 40) return child;
        const date = dateOf(child, key);
        if (date) return date;
      }
      open.push(child);
    }
  }
  return null;
}

/** How many actions a gap lacks, in a sentence. */
function missingActions(model, row) {
  const count = /([0-9]+) actions? missing/.exec(model.rows.text[row] ?? "")?.[1];
  return count === undefined ? "Actions are missing here." : `${plural(Number(count), "action")} ${count === "1" ? "is" : "are"} missing here.`;
}

function comparisonWords({ others, same }, type, known, places) {
  const [noun, nouns] = [`${type} action${known}`, `${type} actions${known}`];
  const count = groupDigits(others);
  const subject = same === 0 ? `No other ${noun} changes` : same < others ? `${groupDigits(same)} of the ${count} other ${nouns} ${same === 1 ? "changes" : "change"}`
    : others === 1 ? `The other ${noun} changes` : others === 2 ? `Both other ${nouns} change` : `All ${count} other ${nouns} change`;
  if (places === "") return same === 0 ? `Every other ${noun} changes something.` : `${subject} nothing either.`;
  return `${subject} ${same === 0 ? "exactly these" : "the same"} places: ${places}.`;
}

function parsedOrText(text) {
  try {
    return parseJSON(text);
  } catch {
    return text;
  }
}

function quietLine(text) {
  return element("p", { class: "quiet", text });
}

const operationMarks = { add: ["+", "added"], remove: ["−", "removed"], replace: ["~", "changed"], move: ["↕", "moved"] };

/** The operations of a patch as a list: the place, the old value, the new one. */
function operationList(page, operations, row, isHidden = false) {
  if (operations.length === 0) return quietLine(isHidden ? "No change that isn't redacted." : "This changed nothing.");
  const list = element("ul", { class: "operations" });
  let shown = 0;
  const showMore = () => {
    const next = operations.slice(shown, shown + mostChanges);
    const alike = lookingAlike(next.map((operation) => operation.get("path")));
    for (const operation of next) list.append(operationItem(page, operation, row, alike));
    shown += mostChanges;
    more.hidden = shown >= operations.length;
    more.textContent = `Show more of ${plural(operations.length, "change")}`;
  };
  const more = button("", showMore);
  showMore();
  return element("div", {}, list, more);
}

function operationItem(page, operation, row, alike) {
  const op = operation.get("op");
  const tokens = parsePointer(operation.get("path"));
  const options = { name: nameIn(tokens), isVolatile: page.model.isVolatile(tokens) };
  const [mark, word] = operation.has("was") && op === "add" ? operationMarks.replace : operationMarks[op];
  const values = [];
  if (op === "move") values.push(element("span", { class: "quiet", text: `from ${visibleText(operation.get("from"))}` }));
  const [was, value] = [operation.get("was"), operation.get("value")];
  values.push(...changedValues(was, value, options), differenceNote(was, value, nameIn(tokens)));
  return element("li", { data: { op } }, element("span", { class: "op-mark", title: word, "aria-label": word, role: "img", text: mark }),
    placeButton(page, tokens, row, alike.has(operation.get("path")) ? codePoints(operation.get("path")) : undefined), element("div", { class: "values" }, values));
}
