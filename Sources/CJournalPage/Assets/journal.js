// Reads a journal in a worker, and serves its rows and steps to the page.

/** Answers the page's messages: first `files`, then `block` for each block of steps. */
function serveJournal(scope) {
  let steps = null;
  scope.onmessage = async ({ data }) => {
    try {
      if (data.files) {
        const { segments, others } = await segmentsIn(data.files, headerOfFile);
        const reader = new JournalReader(segments);
        let reported = 0;
        await reader.read((part) => {
          if (part - reported < 0.02) return;
          reported = part;
          scope.postMessage({ progress: part });
        });
        if (reader.rows.kinds.length === 0) {
          scope.postMessage({ refused: reader.problem });
          return;
        }
        const { rows } = reader;
        steps = new JournalSteps(rows, (start, end) => reader.bytes.subarray(start, end));
        const warnings = others.map((file) => `${file.name} isn't part of this journal and was not read.`);
        const head = reader.head(warnings);
        scope.postMessage({ head, rows: { kind: rows.kinds.join(""), ...rows.rows }, problem: reader.problem });
      } else {
        scope.postMessage({ block: data.block, text: steps.block(data.block) });
      }
    } catch (error) {
      const message = error instanceof RangeError ? "The journal is too large for this browser." : error.message;
      scope.postMessage({ block: data.block, failure: message });
    }
  };
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
      const source = new JournalSource(startWorker());
      source.worker.onerror = (event) => reject(new Error(event.message));
      source.worker.onmessage = ({ data }) => {
        if (data.progress !== undefined) {
          onProgress(data.progress);
        } else if (data.head) {
          source.head = data.head;
          source.rows = data.rows;
          source.steps = data.head.steps;
          source.problem = data.problem;
          source.worker.onmessage = (event) => source.receive(event.data);
          resolve(source);
        } else {
          source.worker.terminate();
          reject(data.refused ? new RefusedJournal(data.refused) : new Error(data.failure));
        }
      };
      source.worker.postMessage({ files });
    });
  }

  constructor(worker) {
    this.worker = worker;
    this.waiting = new Map();
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

  receive({ block, text, failure }) {
    const entry = this.waiting.get(block);
    this.waiting.delete(block);
    if (failure === undefined) entry.resolve(text);
    else entry.reject(new Error(failure));
  }

  close() {
    this.worker.terminate();
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
