// The steps of a journal's rows, made from the lines when the page wants them.

const patchesPerState = 512;

/** Makes blocks of steps. `bytesOf(start, end)` gives the bytes of a line. */
class JournalSteps {
  constructor(rows, bytesOf) {
    this.rows = rows;
    this.bytesOf = bytesOf;
    this.near = { row: -1, state: undefined }; // the last state that was made
    this.kept = new RecentlyUsed(64); // states on the way to others, for journals with few snapshots
  }

  /** The text of a block: the step of each row as a line of JSON. */
  block(index) {
    const [first, last] = this.rows.blocks[index];
    let state = this.stateBefore(first);
    const steps = [];
    const owned = new Set();
    for (let row = first; row <= last; row += 1) {
      const step = this.step(row, state, owned);
      state = step.state;
      steps.push(`{${step.members.join(",")}}`);
    }
    this.near = { row: last, state };
    return steps.join("\n");
  }

  // The members of a row's step as texts, and the state after it; undefined if that is unknown.
  step(row, before, owned) {
    const kind = this.rows.kinds[row];
    const members = [];
    const root = this.recordOf(row);
    if (root === null) return { members, state: before };
    let state = before;
    const secrets = changedSecrets(root);
    if (secrets.length > 0) members.push(`"secrets":${printJSON(secrets)}`);
    if (root.has("action") && root.has("redacted") && !root.has("hash")) members.push('"hidden":true');
    for (const key of kind === "s" ? [] : ["action", "error", "site", "hash", "unhashed"]) {
      if (root.has(key)) members.push(`"${key}":${printJSON(key === "action" ? shownAction(root) : root.get(key))}`);
    }
    if (kind === "r") {
      state = this.stateOf(this.rows.rowOf(this.rows.rows.to[row]));
      owned.clear();
    } else if (kind === "i") {
      if (root.has("same-as")) {
        members.push(`"sameAs":${printJSON(root.get("same-as"))}`);
        state = this.stateOf(this.rows.rowOf(integerOf(root.get("same-as"))));
      } else {
        state = root.get("state");
        members.push(this.stateMember(state));
      }
      owned.clear();
    } else if (kind === "t") {
      if (root.has("torn") || row === this.rows.torn?.row) members.push('"torn":true');
      if (hadReturned(root)) members.push('"returned":true');
      state = undefined;
    } else if (kind === "a" || kind === "!") {
      state = this.take(root, before, owned, members);
    }
    if (this.rows.states.has(row)) {
      state = this.snapshotOf(row);
      members.push(this.stateMember(state));
      owned.clear();
    }
    return { members, state };
  }

  stateMember(state) {
    return `"state":${printJSON(this.rows.redacted.masked(state))}`;
  }

  maskedPatch(patch) {
    const { redacted } = this.rows;
    if (redacted.isEmpty) return patch;
    return patch.map((operation) => {
      const tokens = parsePointer(operation.get("path"));
      return new Map([...operation].map(([key, value]) => [key, key === "value" || key === "was" ? redacted.masked(value, tokens) : value]));
    });
  }

  // Applies an action's patch. Without one, only the changed places are known.
  take(root, before, owned, members) {
    const patch = root.get("patch") ?? (before !== undefined && this.isUnchanged(root) ? [] : undefined);
    const result = patch === undefined || before === undefined ? null : undoablePatch(before, patch, owned);
    if (result !== null) members.push(`"patch":${printJSON(this.maskedPatch(result.patch))}`);
    else if (root.has("changed")) {
      if (root.has("since")) members.push(`"since":${printJSON(root.get("since"))}`);
      members.push(`"changed":${printJSON(root.get("changed"))}`);
    }
    return result?.state;
  }

  // MARK: States

  // The state before a row.
  stateBefore(row) {
    if (this.near.row === row - 1) return this.near.state;
    let before = row - 1;
    while (before >= 0 && !settingKinds.includes(this.rows.kinds[before])) before -= 1;
    return before < 0 ? undefined : this.stateOf(before);
  }

  // The state that a row set; undefined if the journal doesn't hold it.
  stateOf(row) {
    const patches = [];
    let current = row;
    let state;
    for (;;) {
      if (current === undefined || current < 0) return undefined;
      if (current === this.near.row && settingKinds.includes(this.rows.kinds[current])) {
        state = this.near.state;
        break;
      }
      const kind = this.rows.kinds[current];
      state = this.rows.states.has(current) ? this.snapshotOf(current) : this.kept.get(current);
      if (state !== undefined) break;
      if (kind === "r") {
        current = this.rows.rowOf(this.rows.rows.to[current]);
        continue;
      }
      if (kind === "a" || kind === "!") {
        const root = this.recordOf(current);
        const patch = root.get("patch") ?? (this.isUnchanged(root) ? [] : undefined);
        if (patch === undefined) return undefined;
        patches.push({ row: current, patch });
      } else if (kind === "i") {
        const root = this.recordOf(current);
        state = root.get("state");
        if (state !== undefined) break;
        current = this.rows.rowOf(integerOf(root.get("same-as")));
        continue;
      } else if (kind === "t") {
        return undefined;
      }
      current -= 1;
    }
    let owned = new Set();
    while (patches.length > 0 && state !== undefined) {
      const next = patches.pop();
      state = undoablePatch(state, next.patch, owned)?.state;
      if (patches.length % patchesPerState === patchesPerState - 1 && state !== undefined) {
        this.kept.set(next.row, state);
        owned = new Set();
      }
    }
    return state;
  }

  // Whether an action has the hash of the state before it.
  isUnchanged(root) {
    const seq = root.get("seq");
    const before = this.rows.rowOf(Number(seq.literal) - 1);
    return before !== undefined && root.has("hash") && this.hashOf(before) === root.get("hash");
  }

  hashOf(row) {
    return this.recordOf(row)?.get("hash");
  }

  snapshotOf(row) {
    const [start, end] = this.rows.states.get(row);
    return parseJSON(lineDecoder.decode(this.bytesOf(start, end)), lineLimits).get("state");
  }

  // MARK: Lines

  // The members of a row's line; null if it has none.
  recordOf(row) {
    if (row === this.rows.torn?.row) return this.rows.torn.root;
    const start = this.rows.starts[row];
    if (start < 0) return null;
    return parseJSON(lineDecoder.decode(this.bytesOf(start, this.rows.ends[row])), lineLimits);
  }
}

/**
 * A journal's patch with `was`, in the operations that the page knows, and the state after it.
 *
 * Returns null if it doesn't apply: the journal contradicts itself, or another program wrote it.
 */
function undoablePatch(before, operations, owned) {
  let state = before;
  const patch = [];
  try {
    for (const operation of operations) {
      const undoable = undoableOperation(state, operation);
      if (undoable === null) continue;
      patch.push(undoable);
      state = applyOperation(state, undoable, owned);
    }
  } catch (error) {
    if (error instanceof PatchError) return null;
    throw error;
  }
  return { patch, state };
}

// A copy that shares nothing, so that changes of one don't change the other.
function copyOf(value) {
  return value === undefined ? undefined : parseJSON(printJSON(value));
}

// Returns null for an operation that changes nothing.
function undoableOperation(state, operation) {
  if (!(operation instanceof Map) || typeof operation.get("path") !== "string") throw new PatchError("no operation");
  const op = operation.get("op");
  const tokens = parsePointer(operation.get("path"));
  if (op === "test") {
    if (equalJSON(valueAt(state, tokens), operation.get("value"))) return null;
    throw new PatchError("the test fails");
  }
  const parent = valueAt(state, tokens.slice(0, -1));
  if (tokens.at(-1) === "-" && Array.isArray(parent)) tokens[tokens.length - 1] = String(parent.length);
  const undoable = new Map([["op", op === "copy" ? "add" : op]]);
  if (op === "move") undoable.set("from", operation.get("from"));
  undoable.set("path", printPointer(tokens));
  if (op === "copy") undoable.set("value", copyOf(valueAt(state, parsePointer(operation.get("from")))));
  else if (operation.has("value")) undoable.set("value", operation.get("value"));
  const replaces = op === "replace" || op === "remove" || parent instanceof Map || tokens.length === 0;
  const was = replaces && op !== "move" ? valueAt(state, tokens) : undefined;
  if (was !== undefined) undoable.set("was", was);
  return undoable;
}
