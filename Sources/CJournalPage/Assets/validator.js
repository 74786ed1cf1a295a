// Checks each line of a journal against the lines before it: the chain of sums, the order of seqs, and references.
// It refuses the line that `reduxlog verify --no-replay` refuses.

const maximumLineBytes = 16 << 20;
const lineLimits = { depth: 514, values: Math.floor(maximumLineBytes / 10) };
const sumDigits = 16;
const sumSuffix = asciiBytes(',"sum":"');
const headerStart = asciiBytes('{"kind":"header",');
const lineStart = /\{"kind":"[a-z0-9-]{1,32}","seq":[0-9]{1,15}[,}]/y;
const longLineStart = /\{"kind":"[a-z0-9-]{1,32}","seq":([0-9]{16})[,}]/y;
const lineSums = new LineSums();
const lineDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function asciiBytes(text) {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Reads the lines of a journal in order; a pure state machine. */
class JournalValidator {
  constructor() {
    this.sum = null; // the digits of the previous line's sum, as bytes
    this.sumBefore = null; // that of the line before that one
    this.seq = 0;
    this.hasState = false;
    this.journal = null;
    this.app = null; // its name
    this.declaresInputs = null;
    this.session = 0; // the number of the session before; null if unknown
    this.records = 0;
    this.wholeState = -1; // the offset of the last snapshot with a whole state
    this.header = -1;
    this.startsWithSegment = false;
    this.isSealed = false;
    this.recordsRead = 0;
  }

  clone() {
    return Object.assign(new JournalValidator(), this, { sum: this.sum?.slice() ?? null, sumBefore: this.sumBefore?.slice() ?? null });
  }

  /**
   * Checks a line without its line end, and remembers it. Its `text` is part of one from `start` to `end`, or null if it isn't UTF-8.
   *
   * Returns its kind, its seq, its members (`root`) and whether it sets a state. Throws JournalProblem.
   */
  accept(line, offset, text = wholeText(decodeLine(line))) {
    if (this.sum === null) return this.acceptFirst(line, offset, text);
    this.checkSum(line, this.sum);
    const record = this.parse(line, text);
    const previous = record.kind === "header" ? record.root.get("previous") : undefined;
    if (previous !== undefined && previous !== latin1(this.sumBefore)) throw new JournalProblem(otherSegment);
    return this.take(record, offset);
  }

  acceptFirst(line, offset, text) {
    if (!looksLikeHeader(line)) throw notAJournal("its first line isn't a header");
    const record = this.parse(line, text);
    const { root } = record;
    const previous = root.get("previous");
    if (previous !== undefined) this.session = null;
    this.checkSum(line, asciiBytes(previous ?? root.get("journal")));
    return this.take(record, offset);
  }

  parse(line, text) {
    if (!startsWithSeq(text ?? wholeText(latin1(line.subarray(0, 80))))) {
      throw new JournalProblem("the line does not start with a kind and a seq");
    }
    const root = parseLine(text, line);
    const record = { kind: root.get("kind"), seq: integerOf(root.get("seq")), root, setsState: false };
    new RecordReader(record.kind, record.seq, root).check();
    return record;
  }

  take(record, offset) {
    record.setsState = this.checkSeq(record);
    this.checkReferences(record, offset);
    const { root } = record;
    this.seq = record.seq;
    this.hasState ||= record.setsState;
    this.isSealed = record.kind === "seal";
    if (record.kind === "header") {
      this.journal = root.get("journal");
      this.app = root.get("app").get("name");
      this.declaresInputs = root.get("hash").endsWith(inputsSuffix);
      this.session = integerOf(root.get("session"));
      this.header = offset;
      if (root.has("previous")) {
        // A segment counts its own records, and contains the bases of its actions.
        this.records = 0;
        this.wholeState = -1;
        this.startsWithSegment ||= this.recordsRead === 0;
      }
    } else if (record.kind === "snapshot" && root.has("state") && root.get("whole") !== false) {
      this.wholeState = offset;
    }
    this.records += 1;
    this.recordsRead += 1;
    return record;
  }

  // MARK: The chain

  checkSum(line, previous) {
    const end = line.length - 26;
    if (end >= 0 && endsAsStated(line) && lineSums.isStated(previous, line, end, end + 8)) {
      const sum = this.sumBefore ?? new Uint8Array(sumDigits);
      for (let index = 0; index < sumDigits; index += 1) sum[index] = line[end + 8 + index];
      this.sumBefore = this.sum;
      this.sum = sum;
      return;
    }
    if (this.isSegment(line)) throw new JournalProblem(otherSegment);
    if (end >= 0 && endsAsStated(line) && !Number.isNaN(hexNumber(line, end + 8) + hexNumber(line, end + 16))) {
      throw new JournalProblem(
        "the sum doesn't match: this line was changed, or lines before it are missing, repeated or swapped",
      );
    }
    throw new JournalProblem(
      line[line.length - 1] === 0x0d
        ? "the line ends in CR LF: a tool rewrote the line ends (git: mark *.jsonl as -text)"
        : "the line does not end in a sum",
    );
  }

  // Whether a line is a valid header of a segment of this journal, regardless of the lines before.
  isSegment(line) {
    if (this.sum === null || !looksLikeHeader(line)) return false;
    const segment = new JournalValidator();
    try {
      segment.accept(line, 0);
    } catch (error) {
      if (error instanceof JournalProblem) return false;
      throw error;
    }
    return segment.startsWithSegment && segment.journal === this.journal;
  }

  // MARK: Seqs

  checkSeq(record) {
    const { kind, seq } = record;
    if (kind === "header" && this.records === 0) {
      if (seq !== 0 && !record.root.has("previous")) {
        throw new JournalProblem(`the first header has seq ${seq}, expected 0`);
      }
      return false;
    }
    const isStep = kind === "action" || kind === "rewind";
    if (isStep && !this.hasState) throw new JournalProblem(`the ${kind} comes before any state`);
    const setsState = isStep || (kind === "snapshot" && (!this.hasState || seq > this.seq));
    // If actions are missing between two segments, the second starts with a new state.
    if (this.startsWithSegment && !this.hasState && setsState && seq === this.seq + 1) return true;
    const expected = setsState && this.hasState ? this.seq + 1 : this.seq;
    if (seq !== expected) throw new JournalProblem(`the ${kind} has seq ${seq}, expected ${expected}`);
    return setsState;
  }

  // MARK: References

  checkReferences(record, offset) {
    const { root } = record;
    switch (record.kind) {
      case "header":
        this.checkHeader(root);
        break;
      case "snapshot":
        if (root.has("header")) this.checkHeaderDistance(integerOf(root.get("header")), offset);
        break;
      case "action":
        if (this.declaresInputs !== root.has("inputs")) {
          throw new JournalProblem(
            this.declaresInputs
              ? "the action has no inputs, but the header declares them"
              : "the action has inputs, which the header doesn't declare",
          );
        }
        if (root.has("base")) this.checkBase(integerOf(root.get("base")), offset);
        break;
      case "seal": {
        const counted = integerOf(root.get("records"));
        if (counted !== this.records) {
          throw new JournalProblem(`the seal counts ${counted} records, the file has ${this.records} before it`);
        }
        break;
      }
    }
  }

  checkHeader(root) {
    const journal = root.get("journal");
    if (this.journal !== null && journal !== this.journal) {
      throw new JournalProblem(`the header is of journal ${journal}, this is ${this.journal}`);
    }
    const app = root.get("app").get("name");
    if (this.app !== null && app !== this.app) {
      throw new JournalProblem("the header is of another app than the session before");
    }
    const session = integerOf(root.get("session"));
    const expected = this.session === null ? session : this.session + (root.has("previous") ? 0 : 1);
    if (session !== expected) throw new JournalProblem(`the header is of session ${session}, expected ${expected}`);
  }

  checkHeaderDistance(distance, offset) {
    if (distance !== offset - this.header) {
      const found = offset - this.header;
      throw new JournalProblem(`the snapshot's header is ${distance}, the session's header is ${found} bytes back`);
    }
  }

  checkBase(base, offset) {
    if (this.wholeState < 0) {
      throw new JournalProblem(`the action's base is ${base}, but no snapshot comes before it`);
    }
    if (base !== offset - this.wholeState) {
      const found = offset - this.wholeState;
      throw new JournalProblem(`the action's base is ${base}, the last snapshot is ${found} bytes back`);
    }
  }
}

const otherSegment = "the segment continues from another line: segments before it are missing, changed or swapped";

function notAJournal(reason) {
  return new JournalProblem(`not a journal: ${reason}`, "check the path", "unknown");
}

// Whether a line begins with a kind and a seq of up to 2^53. An expression that gives parts takes twice as long.
function startsWithSeq({ text, start }) {
  lineStart.lastIndex = longLineStart.lastIndex = start;
  if (lineStart.test(text)) return true;
  const long = longLineStart.exec(text);
  return long !== null && BigInt(long[1]) <= BigInt(maximumSeq);
}

/** Whether bytes begin like a journal, as far as they go. */
function looksLikeHeader(bytes) {
  if (bytes.length === 0) return false;
  return headerStart.subarray(0, bytes.length).every((byte, place) => byte === bytes[place]);
}

// Whether a line without its line end ends as with a sum, whatever its digits are.
function endsAsStated(line) {
  const end = line.length - 26;
  for (let place = 0; place < 8; place += 1) if (line[end + place] !== sumSuffix[place]) return false;
  return line[end + 24] === 0x22 && line[end + 25] === 0x7d;
}

function hasText(bytes, start, text) {
  for (let place = 0; place < text.length; place += 1) if (bytes[start + place] !== text.charCodeAt(place)) return false;
  return true;
}

const wholeText = (text) => (text === null ? null : { text, start: 0, end: text.length });

// The text of a line; null if it isn't UTF-8.
function decodeLine(line) {
  try {
    return lineDecoder.decode(line);
  } catch {
    return null;
  }
}

function parseLine(text, line) {
  try {
    if (text !== null) return parseJSON(text.text, lineLimits, text.start, text.end);
  } catch (error) {
    if (!(error instanceof JSONError)) throw error;
  }
  // A character for each byte shows where the first error is.
  const bytes = latin1(line);
  const invalid = text === null ? invalidByte(bytes) : Infinity;
  try {
    parseJSON(bytes, lineLimits);
  } catch (error) {
    if (!(error instanceof JSONError)) throw error;
    if (error.reason.endsWith("values and keys")) {
      const advice = "if the line is valid, raise the byte limit to ten bytes for each";
      throw new JournalProblem(`a line of ${error.reason}`, advice, "limit");
    }
    if (error.end <= invalid) throw new JournalProblem(`not JSON: ${error.reason} at byte ${error.offset}`);
  }
  throw new JournalProblem(`not JSON: bytes that are not UTF-8 at byte ${invalid}`);
}

function latin1(bytes) {
  let text = "";
  for (let start = 0; start < bytes.length; start += 0x3000) {
    text += String.fromCharCode(...bytes.subarray(start, start + 0x3000));
  }
  return text;
}

// The first byte that isn't in a character of UTF-8 (RFC 3629).
function invalidByte(bytes) {
  const character =
    /[\0-\x7f]+|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}/y;
  let end = 0;
  while (character.test(bytes)) end = character.lastIndex;
  return end;
}
