// The bytes after a journal's last line end: a whole record, an action in flight, or a line that was cut short.

/**
 * What torn bytes are, by the rules that apply after the last whole line.
 *
 * Returns the record of an action in flight (`action`), and whether the bytes are a whole record (`isWhole`).
 */
function tornLine(bytes, validator, offset) {
  const whole = acceptedOrNull(bytes, validator, offset);
  if (whole !== null) {
    const isInterrupted = whole.kind === "action" && whole.root.get("interrupted") === true;
    return { isWhole: true, action: isInterrupted ? whole : null };
  }
  return { isWhole: false, action: actionInFlight(bytes, validator, offset) };
}

function acceptedOrNull(line, validator, offset) {
  try {
    return validator.clone().accept(line, offset);
  } catch (error) {
    if (error instanceof JournalProblem) return null;
    throw error;
  }
}

function actionInFlight(bytes, validator, offset) {
  const start = `{"kind":"action","seq":${validator.seq + 1}`;
  const next = bytes[start.length];
  if (!validator.hasState || !hasText(bytes, 0, start) || (next !== 0x2c && next !== 0x7d)) return null;
  const kept = endOfCompleteMembers(bytes);
  if (kept < 0) return null;
  let rest = bytes.subarray(kept);
  // A lone comma carries no information: it only ends an action that is a number.
  if (rest.length === 1 && rest[0] === 0x2c) rest = rest.subarray(1);
  const torn = rest.length > 0 ? `,"torn":"${btoa(latin1(rest))}"` : "";
  const body = concatenated([bytes.subarray(0, kept), asciiBytes(`,"interrupted":true${torn}`)]);
  const sum = lineSums.after(validator.sum, body);
  const line = concatenated([body, asciiBytes(`,"sum":"${sum}"}`)]);
  if (line.length + 1 > maximumLineBytes) return null;
  // The validator decides whether this is an action and may follow; if it refuses, the bytes are no torn action.
  const record = acceptedOrNull(line, validator, offset);
  return record?.kind === "action" ? record : null;
}

function concatenated(parts) {
  const whole = new Uint8Array(parts.reduce((count, part) => count + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

// The end of the last complete member of a truncated object; -1 if it has no complete `action`. It only finds the ends
// of values; the parser checks them.
function endOfCompleteMembers(bytes) {
  let kept = -1;
  let place = 1;
  for (;;) {
    const keyEnd = endOfTornString(bytes, place);
    if (keyEnd < 0 || bytes[keyEnd] !== 0x3a) return kept;
    const key = String.fromCharCode(...bytes.subarray(place + 1, Math.min(keyEnd - 1, place + 20)));
    // Only a finished line has these members; in a torn line, they prove nothing.
    if (["interrupted", "torn", "auth", "sum"].includes(key)) return kept;
    const end = endOfTornValue(bytes, keyEnd + 1);
    if (end < 0) return kept;
    if (kept >= 0 || key === "action") kept = end;
    if (bytes[end] !== 0x2c) return kept;
    place = end + 1;
  }
}

function endOfTornString(bytes, start) {
  if (bytes[start] !== 0x22) return -1;
  let place = start + 1;
  while (place < bytes.length) {
    if (bytes[place] === 0x22) return place + 1;
    place += bytes[place] === 0x5c ? 2 : 1;
  }
  return -1;
}

function endOfTornValue(bytes, start) {
  if (start >= bytes.length) return -1;
  if (bytes[start] === 0x22) return endOfTornString(bytes, start);
  if (bytes[start] === 0x7b || bytes[start] === 0x5b) return endOfTornContainer(bytes, start);
  let place = start;
  while (place < bytes.length && bytes[place] !== 0x2c && bytes[place] !== 0x7d) place += 1;
  if (place < bytes.length) return place;
  // A truncated number still looks like a number, so a number at the very end may be incomplete.
  const isWord = ["null", "true", "false"].some((word) => word.length === place - start && hasText(bytes, start, word));
  return isWord ? place : -1;
}

function endOfTornContainer(bytes, start) {
  let depth = 0;
  let place = start;
  while (place < bytes.length) {
    const byte = bytes[place];
    if (byte === 0x22) {
      place = endOfTornString(bytes, place);
      if (place < 0) return -1;
      continue;
    }
    if (byte === 0x7b || byte === 0x5b) depth += 1;
    if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
      if (depth === 0) return place + 1;
    }
    place += 1;
  }
  return -1;
}
