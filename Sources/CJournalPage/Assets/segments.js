// The segments of a journal among the files that the user chose: `session.jsonl` is the newest, and
// `session.000001.jsonl`, `session.000002.jsonl` and so on are the ones before it, in order.

const leastSegmentDigits = 6;
const mostSegmentDigits = 15;
const greatestPlausibleSegment = 1_000_000_000;

// The number of a file that is an older segment of a journal; -1 for any other name.
function segmentNumber(name, newest) {
  const dot = newest.lastIndexOf(".");
  const stem = dot > 0 ? newest.slice(0, dot) : newest;
  const ending = newest.slice(stem.length);
  if (!name.startsWith(`${stem}.`) || !name.endsWith(ending) || name.length <= stem.length + ending.length) return -1;
  const digits = name.slice(stem.length + 1, name.length - ending.length);
  if (!/^[0-9]+$/.test(digits) || digits.length < leastSegmentDigits || digits.length > mostSegmentDigits) return -1;
  const number = Number(digits);
  return number > 0 && String(number).padStart(leastSegmentDigits, "0") === digits ? number : -1;
}

/** The reason why files are not the segments of one journal. */
class SegmentError extends Error {}

/**
 * The segments of a journal, the oldest first, and the files that don't belong to it.
 *
 * `headerOf(file)` gives the members of a file's first line and its text, or null if it isn't a header.
 */
async function segmentsIn(chosen, headerOf) {
  const files = await Promise.all(chosen.map(withoutMark));
  if (files.length === 1) return { segments: files, others: [] };
  const newest = files.filter((file) => files.every((other) => other === file || segmentNumber(other.name, file.name) > 0));
  if (newest.length !== 1) {
    const names = files.slice(0, 5).map((file) => file.name).join(", ");
    const advice = "Choose one journal, or a journal such as session.jsonl together with its segments session.000001.jsonl and so on";
    throw new SegmentError(`These files are not the segments of one journal: ${names}. ${advice}.`);
  }
  const [last] = newest;
  const header = await headerOf(last);
  let older = [];
  if (header !== null && header.root.has("previous")) {
    const journal = header.root.get("journal");
    const numbered = files.filter((file) => file !== last).map((file) => ({ file, number: segmentNumber(file.name, last.name) }));
    numbered.sort((a, b) => b.number - a.number);
    for (const { file, number } of numbered) {
      const start = await headerOf(file);
      if (start?.text === header.text) {
        // While one segment replaces another, it has two names; the later one is newer.
        older = [];
        continue;
      }
      if (number > greatestPlausibleSegment && start?.root.get("journal") !== journal) continue;
      // An unreadable segment counts, so that the damage is reported.
      if (start !== null && start.root.get("journal") !== journal) break;
      older.push(file);
      if (start !== null && !start.root.has("previous")) break;
    }
  }
  const segments = [...older.reverse(), last];
  return { segments, others: files.filter((file) => !segments.includes(file)) };
}

// A file behind a byte-order mark, which some editors put before a text.
async function withoutMark(file) {
  const start = new Uint8Array(await file.slice(0, 3).arrayBuffer());
  return start.join() === "239,187,191" ? new File([file.slice(3)], file.name) : file;
}

/** The members and the text of the header at a file's start; null if it has none. */
async function headerOfFile(file) {
  let byteCount = 1 << 16;
  for (;;) {
    const bytes = new Uint8Array(await file.slice(0, byteCount).arrayBuffer());
    const end = bytes.indexOf(0x0a);
    if (end >= 0) {
      try {
        const line = bytes.subarray(0, end);
        return { root: new JournalValidator().accept(line, 0).root, text: lineDecoder.decode(line) };
      } catch (error) {
        if (error instanceof JournalProblem) return null;
        throw error;
      }
    }
    if (byteCount >= file.size || byteCount > maximumLineBytes) return null;
    byteCount *= 4;
  }
}
