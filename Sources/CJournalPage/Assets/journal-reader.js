// Reads a journal's files line by line, up to the first bad line.

const leastRoom = 1 << 25;

/** The bytes of a journal's segments as one text, and their lines. It can grow. */
class JournalReader {
  constructor() {
    this.segments = []; // the name and the start of each
    this.bytes = new Uint8Array(0); // has room for more
    this.end = 0; // of what has been read
    this.rows = new JournalRows();
    this.validator = new JournalValidator();
    this.offset = 0; // the start of the next line
    this.searched = 0; // where to look for its end
    this.problem = null;
  }

  /** Reads files up to the first bad line, and what follows the last line. Calls `onProgress` with the read part, from 0 to 1. */
  async read(files, onProgress) {
    const byteCount = files.reduce((sum, file) => sum + file.size, 0);
    this.makeRoom(byteCount);
    for (const file of files) {
      this.begin(file.name);
      const fileEnd = this.end + file.size;
      const reader = file.stream().getReader();
      let chunk = await reader.read();
      while (!chunk.done && !this.problem) {
        if (this.end + chunk.value.length > fileEnd) throw fileChanged(file);
        this.append(chunk.value);
        onProgress(this.end / byteCount);
        chunk = await reader.read();
      }
      if (!this.problem && this.end !== fileEnd) throw fileChanged(file);
    }
    this.readEnd();
  }

  /** Begins a segment. */
  begin(name) {
    this.segments.push({ name, start: this.end });
  }

  /** Reads the next bytes of the newest segment, up to the first bad line. */
  append(bytes) {
    this.makeRoom(this.end + bytes.length);
    this.bytes.set(bytes, this.end);
    this.end += bytes.length;
    if (!this.problem) this.readLines();
  }

  // Doubles the room, so that each byte is copied twice at most, on average. Room that isn't used takes no memory.
  makeRoom(byteCount) {
    if (byteCount <= this.bytes.length) return;
    const bytes = new Uint8Array(Math.max(byteCount, 2 * this.bytes.length, leastRoom));
    bytes.set(this.bytes.subarray(0, this.end));
    this.bytes = bytes;
  }

  readLines() {
    const { end } = this;
    const bytes = this.bytes.subarray(0, end);
    const texts = new LineTexts(bytes);
    for (;;) {
      const text = texts.at(this.offset);
      const found = texts.isASCII ? this.offset + text.end - text.start : bytes.indexOf(0x0a, this.searched);
      const lineEnd = found < 0 ? end : found;
      if (lineEnd - this.offset >= maximumLineBytes) return this.fail(lineTooLong());
      this.searched = lineEnd;
      if (found < 0) return undefined;
      const start = this.offset;
      let record;
      try {
        record = this.validator.accept(bytes.subarray(start, lineEnd), start, text);
      } catch (error) {
        if (error instanceof JournalProblem) return this.fail(error);
        throw error;
      }
      this.rows.add(record, start, lineEnd);
      this.offset = lineEnd + 1;
      this.searched = this.offset;
    }
  }

  /** Reads what follows the last line end. The journal can't grow after it. */
  readEnd() {
    if (this.problem) return undefined;
    if (this.end === 0) return this.fail(new JournalProblem("the file is empty", "nothing was recorded to it", "empty"));
    const rest = this.bytes.subarray(this.offset, this.end);
    if (this.validator.sum === null) {
      return this.fail(notAJournal(looksLikeHeader(rest) ? "its first line is incomplete" : "its first line isn't a header"));
    }
    const torn = rest.length > 0 ? tornLine(rest, this.validator, this.offset) : null;
    return this.rows.end(torn, rest.length);
  }

  fail(problem) {
    const place = this.placeOf(this.offset);
    const { text, reason, advice } = problem;
    this.problem = { file: place.file, line: problem.kind === "empty" ? null : place.line, text, reason: `${reason}; ${advice}` };
    if (this.rows.kinds.length > 0) this.rows.damage(`${this.placeText}: ${this.problem.reason}`);
  }

  // The file that contains an offset, and the number of the line there.
  placeOf(offset) {
    const { name, start } = this.segments.findLast((segment) => segment.start <= offset);
    let line = 1;
    let place = this.bytes.subarray(0, offset).indexOf(0x0a, start);
    while (place >= 0) {
      line += 1;
      place = this.bytes.subarray(0, offset).indexOf(0x0a, place + 1);
    }
    return { file: name, line };
  }

  /** The line of the problem, with its file if there are several. */
  get placeText() {
    const { file, line } = this.problem;
    return this.segments.length > 1 ? `line ${line} of ${file}` : `line ${line}`;
  }

  verdict(inFlight) {
    if (this.problem) {
      const headline = `The journal is damaged at ${this.placeText}`;
      return { status: "damaged", judgement: "wrong", headline, text: this.problem.reason, seq: this.rows.last };
    }
    const text = `Every line is intact: ${plural(this.rows.counts.actions, "action")}. No reducer ran`;
    const hint = "Search for what the user saw";
    if (!inFlight) return { status: "checked", judgement: "open", headline: "Sums checked", text: `${hint}. ${text}` };
    const headline = inFlight.seq === this.rows.cutAction ? `Action ${inFlight.seq} is cut off` : `The app died in action ${inFlight.seq}`;
    return { status: "died", judgement: "wrong", headline, text: `${inFlight.text}. ${text}`, seq: inFlight.seq };
  }

  /** The head of the page's data. `warnings` are about the files. */
  head(warnings) {
    const { rows, problem } = this;
    const { sessions, counts, problems } = rows;
    const inFlight = problems.findLast((found) => found.kind === "in flight");
    const damage = problems.find((found) => found.kind === "damage");
    const end = problem ? "damaged" : sessions[sessions.length - 1].end;
    return {
      format: 1,
      tool: "reduxlog",
      file: this.segments[this.segments.length - 1].name,
      app: { name: rows.app.get("name"), version: versionOf(rows.app) },
      first: rows.first,
      last: rows.last,
      ...counts,
      end,
      verdict: this.verdict(inFlight),
      open: inFlight?.seq ?? damage?.seq ?? problems.find((found) => found.kind === "went back")?.seq ?? null,
      warnings: rows.isKeyed ? [...warnings, keyWarning] : warnings,
      today: [],
    };
  }
}

/** The texts of lines that are asked for in order. A browser takes nearly as long to decode one line as many. */
class LineTexts {
  constructor(bytes) {
    this.bytes = bytes;
    this.end = 0; // of what is decoded
    this.text = null;
    this.next = 0; // the start of the next line in it
    /** Whether the newest text has a character for each byte. */
    this.isASCII = false;
  }

  /** The line at an offset, as a part of a text; undefined if it must be decoded by itself. */
  at(offset) {
    if (offset >= this.end) this.decode(offset);
    const { text, next } = this;
    if (text === null) return undefined;
    const end = text.indexOf("\n", next);
    this.next = end + 1;
    return { text, start: next, end };
  }

  decode(start) {
    const part = this.bytes.subarray(start, start + bytesAtOnce);
    const length = part.lastIndexOf(0x0a) + 1;
    this.text = length > 0 ? decodeLine(part.subarray(0, length)) : null;
    this.next = 0;
    this.isASCII = this.text?.length === length;
    this.end = start + Math.max(1, length);
  }
}

const keyWarning = "This journal is recorded with a key. This page has no key, so it can't tell who wrote the journal.";

function fileChanged(file) {
  return new Error(`${file.name} has changed since you chose it. Choose it again.`);
}

function lineTooLong() {
  return new JournalProblem(`a line of more than ${maximumLineBytes} bytes`, "raise the limit if the line is valid", "limit");
}

function versionOf(app) {
  return typeof app.get("version") === "string" ? app.get("version") : undefined;
}
