// What the page of `reduxlog live` asks the tool, and the journal that it gets from it.

/** The tool's HTTP interface. */
class LiveTool {
  constructor() {
    const token = /^#token=([0-9a-f]{32})$/.exec(location.hash)?.[1];
    if (token) {
      // From now on, the fragment is the page's address.
      sessionStorage.setItem("token", token);
      history.replaceState(null, "", location.pathname);
    }
    this.token = sessionStorage.getItem("token");
  }

  post(path, body, signal) {
    const headers = { Authorization: `Bearer ${this.token}` };
    return fetch(path, { method: "POST", body, headers, signal, cache: "no-store", credentials: "omit" });
  }

  /** What the app shows, or the `failure`. The `action` or `state` of a command is JSON as the page reads it. */
  async command(journal, { action, state, ...command }) {
    const members = Object.entries({ action, state }).filter(([, value]) => value !== undefined).map(([name, value]) => `"${name}":${printJSON(value)},`);
    const response = await this.post("/commands", `{${members.join("")}${JSON.stringify({ journal, ...command }).slice(1)}`);
    const text = await response.text();
    const answer = JSON.parse(text);
    if (!response.ok && response.status !== 409) throw new Error(answer.failure);
    if (answer.difference) answer.difference = parseJSON(text).get("difference");
    return answer;
  }

  /**
   * What the tool sends until `work` is aborted: lists of the `journals`, and of one journal `cuts` and `bytes`, in parts. `known` is what
   * the page has of that journal.
   */
  async *events(known, work) {
    const response = await this.post("/stream", JSON.stringify(known), work.signal);
    if (!response.ok) throw new Error((await response.json()).failure);
    const stream = new LiveStream(response.body.getReader(), work);
    for (let line = await stream.line(); line !== null; line = await stream.line()) {
      if (line === "") continue;
      const event = JSON.parse(line);
      if (event.count !== undefined) event.bytes = await stream.bytes(event.count);
      yield event;
    }
    throw new Error("it has closed the connection");
  }
}

// The tool sends something every two seconds.
const longestSilence = 6000;

/** Lines and bytes of a response. */
class LiveStream {
  constructor(reader, work) {
    this.reader = reader;
    this.work = work;
    this.chunk = new Uint8Array(0);
  }

  // Whether there are bytes, or the response has ended.
  async fill() {
    while (this.chunk.length === 0) {
      const timer = setTimeout(() => this.work.abort(new Error("it is silent")), longestSilence);
      const { done, value } = await this.reader.read().finally(() => clearTimeout(timer));
      if (done) return false;
      this.chunk = value;
    }
    return true;
  }

  /** The next line without its end; null at the end. */
  async line() {
    const parts = [];
    while (await this.fill()) {
      const end = this.chunk.indexOf(0x0a);
      parts.push(end < 0 ? this.chunk : this.chunk.subarray(0, end));
      this.chunk = end < 0 ? new Uint8Array(0) : this.chunk.subarray(end + 1);
      if (end >= 0) return new TextDecoder().decode(concatenated(parts));
    }
    return null;
  }

  /** The next bytes, in parts whose memory nothing else uses. */
  async bytes(count) {
    const parts = [];
    let missing = count;
    while (missing > 0 && (await this.fill())) {
      const { chunk } = this;
      const part = chunk.length > missing ? chunk.slice(0, missing) : chunk;
      this.chunk = chunk.subarray(part.length);
      missing -= part.length;
      parts.push(part);
    }
    if (missing > 0) throw new Error("it has closed the connection");
    return parts;
  }
}

/** The journal that the page shows, as far as it has come. A worker reads it. */
class LiveJournal {
  /** `onGrowth(isNew)` is called when it has grown; `isNew` says that it must be shown anew. */
  constructor(known, worker, onGrowth, onFailure) {
    this.known = known;
    this.byteCount = 0;
    this.isEnded = false;
    this.source = Object.assign(new JournalSource(worker), { onGrowth, onFailure });
  }

  /** Whether the worker has read all that the tool has. */
  get isComplete() {
    return !this.hasMore && this.source.byteCount === this.byteCount;
  }

  /** The number of bytes that have come and that the worker has yet to read. */
  get unread() {
    return this.byteCount - (this.source.byteCount ?? 0);
  }

  /** Starts again: the tool took bytes back. */
  cut(cuts) {
    Object.assign(this.known, { cuts, segment: 0, from: 0 });
    this.byteCount = 0;
    this.source.byteCount = undefined;
    this.isEnded = false;
    this.source.add({ isNew: true });
  }

  add({ segment, from, count, more, bytes }, file) {
    // What follows the end of an app belongs to its next session.
    const isNew = this.isEnded ? "again" : undefined;
    this.isEnded = false;
    Object.assign(this.known, { segment, from: from + count });
    this.byteCount += count;
    this.hasMore = more;
    this.source.add({ segment, file, bytes, isNew });
  }

  /** Reads what follows the last line, such as an action in flight: its app has gone. */
  end() {
    if (this.isEnded || !this.isComplete) return;
    this.isEnded = true;
    this.source.add({ isNew: "again", isEnd: true });
  }
}
