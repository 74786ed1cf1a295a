// Reads a journal in a worker, and serves its rows and steps to the page.

/** Answers the page's messages: `files` for a whole journal, or `bytes` of one that grows, and `block` for each block of steps. */
function serveJournal(scope) {
  let reading = new JournalReading([]);
  const grow = () => {
    const { reader } = reading;
    if (reader.rows.kinds.length > 0) scope.postMessage(reading.growth());
    else if (reader.problem) scope.postMessage({ refused: reader.problem });
  };
  scope.onmessage = async ({ data }) => {
    try {
      if (data.files) {
        const { segments, others } = await segmentsIn(data.files, headerOfFile);
        reading = new JournalReading(others.map((file) => `${file.name} isn't part of this journal and was not read.`));
        let reported = 0;
        await reading.reader.read(segments, (part) => {
          if (part - reported < 0.02) return;
          reported = part;
          scope.postMessage({ progress: part });
        });
        grow();
      } else if (data.block !== undefined) {
        scope.postMessage({ block: data.block, text: reading.steps.block(data.block) });
      } else {
        if (data.isNew) reading = new JournalReading([], data.isNew === "again" ? reading.reader : undefined);
        if (data.bytes) reading.add(data);
        if (data.isEnd) reading.reader.readEnd();
        grow();
      }
    } catch (error) {
      const message = error instanceof RangeError ? "The journal is too large for this browser." : error.message;
      scope.postMessage({ block: data.block, failure: message });
    }
  };
}

/** A reader, with what the page knows of its journal. */
class JournalReading {
  /** Reads the bytes of another reader again, if there is one. */
  constructor(warnings, other) {
    this.warnings = warnings;
    this.reader = new JournalReader();
    this.steps = new JournalSteps(this.reader.rows, (start, end) => this.reader.bytes.subarray(start, end));
    this.isNew = true;
    other?.segments.forEach(({ name, start }, index) => {
      this.reader.begin(name);
      this.reader.append(other.bytes.subarray(start, other.segments[index + 1]?.start ?? other.end));
    });
  }

  /** Adds bytes of the segment with an index, in parts. The newest one has the journal's name, the others numbers before the extension. */
  add({ segment, file, bytes }) {
    const { segments } = this.reader;
    if (segment === segments.length) {
      segments.forEach((older, index) => (older.name = file.replace(/(?=\.[^.]*$)/, `.${String(index + 1).padStart(leastSegmentDigits, "0")}`)));
      this.reader.begin(file);
    }
    for (const part of bytes) this.reader.append(part);
  }

  /** What has come since the last call; `isNew` says that nothing was before. */
  growth() {
    const { reader, isNew } = this;
    this.isNew = false;
    return { head: reader.head(this.warnings), isNew, byteCount: reader.end, ...reader.rows.growth() };
  }
}

const pageScript = globalThis.document?.currentScript;

/** A journal that can't be read at all: the file, the line if there is one, and the reason. */
class RefusedJournal extends Error {
  constructor(problem) {
    super(`${problem.file}${problem.line === null ? "" : `:${problem.line}`}: ${problem.text}`);
    this.problem = problem;
  }
}

/** The data of a journal that a worker reads: the same four members as EmbeddedSource. */
class JournalSource {
  /** Reads one journal, or all segments of one. Throws RefusedJournal if nothing of it can be shown. */
  static open(files, onProgress = () => {}) {
    return new Promise((resolve, reject) => {
      const source = new JournalSource();
      source.onProgress = onProgress;
      source.onGrowth = () => resolve(source);
      source.onFailure = (error) => {
        source.close();
        reject(error);
      };
      source.worker.postMessage({ files });
    });
  }

  constructor(worker = startWorker()) {
    this.worker = worker;
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => this.onFailure(new Error(event.message));
    this.waiting = new Map();
  }

  /**
   * Adds to a journal that grows: the next `bytes` of its `segment`, in parts that the caller can't use again, and the name of its `file`,
   * whether that `isEnd`, and whether it `isNew`.
   */
  add(part) {
    this.worker.postMessage(part, part.bytes?.map(({ buffer }) => buffer) ?? []);
  }

  /** The text of a block of steps. */
  block(index) {
    if (!this.waiting.has(index)) {
      const entry = {};
      entry.promise = new Promise((resolve, reject) => Object.assign(entry, { resolve, reject }));
      this.waiting.set(index, entry);
      this.worker.postMessage({ block: index });
    }
    return this.waiting.get(index).promise;
  }

  receive(data) {
    if (data.progress !== undefined) {
      this.onProgress(data.progress);
    } else if (data.block !== undefined) {
      const entry = this.waiting.get(data.block);
      this.waiting.delete(data.block);
      if (data.failure === undefined) entry.resolve(data.text);
      else entry.reject(new Error(data.failure));
    } else if (data.head) {
      if (data.isNew) this.begin(data);
      else this.grow(data);
      this.onGrowth(data.isNew);
    } else {
      this.onFailure(data.refused ? new RefusedJournal(data.refused) : new Error(data.failure));
    }
  }

  begin({ head, lists, rows, byteCount }) {
    rows.places = unpackedLists(rows.places);
    const first = Object.fromEntries(Object.entries(lists).map(([name, { items }]) => [name, items]));
    Object.assign(this, { head: { ...head, ...first }, steps: first.steps, rows, byteCount });
  }

  grow({ head, lists, rows, byteCount }) {
    rows.places = unpackedLists(rows.places);
    this.byteCount = byteCount;
    Object.assign(this.head, head);
    for (const [name, { start, items }] of Object.entries(lists)) {
      this.head[name].length = start;
      for (const item of items) this.head[name].push(item);
    }
    for (const [column, part] of Object.entries(rows)) {
      if (typeof part === "string") this.rows[column] += part;
      else if (Array.isArray(part)) for (const item of part) this.rows[column].push(item);
      else Object.assign(this.rows[column], part);
    }
  }

  close() {
    this.worker.terminate();
    // The worker answers no more.
    for (const { reject } of this.waiting.values()) reject(new Error("the journal is closed"));
    this.waiting.clear();
  }
}

let workerPolicy;

// A worker that runs this page's own script.
function startWorker() {
  const url = URL.createObjectURL(new Blob([pageScript.textContent], { type: "text/javascript" }));
  // A policy of one name can be made once.
  workerPolicy ??= globalThis.trustedTypes?.createPolicy("reduxlog", { createScriptURL: (text) => text });
  const worker = new Worker(workerPolicy ? workerPolicy.createScriptURL(url) : url);
  URL.revokeObjectURL(url);
  return worker;
}
