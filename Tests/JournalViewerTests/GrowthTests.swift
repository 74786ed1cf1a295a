import Foundation
import ReportJournals
import StateTree
import TestSupport
import Testing
import WebDriver

/// A journal that comes in pieces is shown like one that comes at once.
@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct GrowthTests {
  /// Reads a journal in pieces of random lengths, asks the page's model about it meanwhile, and compares it with that of the whole journal.
  private static let comparison = """
    return (async () => {
      const bytes = Uint8Array.from(atob(arguments[0]), (character) => character.charCodeAt(0));
      let seed = arguments[1];
      const random = (below) => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        return seed % below;
      };
      const whole = new viewer.JournalReading([]);
      whole.add({ segment: 0, file: "session.jsonl", bytes: [bytes] });
      whole.reader.readEnd();
      const expected = new viewer.Recording(sourceOf(whole));
      const expectedModel = new viewer.Model(expected);

      // The history of the place that changes most often.
      const times = expected.rows.pointers.map((_, id) => expected.rows.places.filter((ids) => ids.includes(id)).length);
      const tokens = viewer.parsePointer(expected.rows.pointers[times.indexOf(Math.max(...times))]);

      const reading = new viewer.JournalReading([]);
      let source, recording, model;
      const found = { values: [], steps: [] };
      let search, searching, traced;
      for (let end = 0; end < bytes.length;) {
        const start = end;
        end = Math.min(bytes.length, end + 1 + random(bytes.length >> random(8)));
        reading.add({ segment: 0, file: "session.jsonl", bytes: [bytes.slice(start, end)] });
        if (end === bytes.length) reading.reader.readEnd();
        if (reading.reader.rows.kinds.length === 0) continue;
        if (!source) {
          source = sourceOf(reading);
          source.block = async (index) => {
            await new Promise((resume) => setTimeout(resume));
            return reading.steps.block(index);
          };
          recording = new viewer.Recording(source);
          model = new viewer.Model(recording);
          model.setFilter({ text: arguments[2] });
          search = new viewer.ValueSearch(recording, arguments[2], (match) => found.values.push(match));
        } else {
          // It grows while a search runs.
          source.grow(reading.growth());
          await searching;
          recording.extend();
          model.extend();
        }
        // What the page has read before must not hide what came since.
        for (let count = random(4); count > 0; count -= 1) await recording.stateAt(random(recording.count));
        if (traced?.abandoned === recording.abandoned) {
          await traced.goOn();
        } else {
          // A rewind takes steps out of a history.
          traced ??= { row: recording.lastStateRow };
          found.steps = [];
          traced.abandoned = recording.abandoned;
          traced.goOn = await recording.history(traced.row, tokens, (entry) => found.steps.push(entry));
        }
        searching = search.run();
      }
      await searching;
      await search.run();
      // Which patches led to a state decides about the order of its members.
      const sorted = (value) => value instanceof Map ? new Map([...value].sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, member]) => [key, sorted(member)]))
        : Array.isArray(value) ? value.map(sorted) : value;
      const states = async (one) => {
        const texts = [];
        for (let row = 0; row < one.count; row += 1) {
          const { known, value } = await one.stateAt(row);
          texts.push(known ? viewer.printJSON(sorted(value)) : "unknown");
        }
        return texts;
      };
      const steps = async (one) => {
        const texts = [];
        for (let row = 0; row < one.count; row += 1) texts.push(viewer.printJSON(await one.step(row)));
        return texts;
      };
      const [told, history] = [[], []];
      await expected.history(traced.row, tokens, (entry) => history.push(entry));
      await new viewer.ValueSearch(expected, arguments[2], (match) => told.push(match)).run();
      const seen = (matches) => [...new Set(matches.map(({ row, place, isName, inAction }) => JSON.stringify([row, place, isName, inAction])))].sort();
      expectedModel.setFilter({ text: arguments[2] });
      const parts = async (one, oneModel, matches, entries) => ({
        head: one.head, rows: one.rows, count: one.count, bySeq: one.rowsBySeq, abandoned: one.abandoned, last: one.lastStateRow,
        problems: oneModel.problemRows, caused: [...oneModel.caused], marks: [...oneModel.marks], visible: oneModel.visible, sessions: oneModel.sessionRows,
        comparison: await comparisons(oneModel), states: await states(one), steps: await steps(one), found: seen(matches), history: entries.map(({ row, kind, isLater }) => [row, kind, isLater]),
      });
      const comparisons = async (one) => {
        const compared = await one.compared();
        return one.everyRow.map((row) => compared.of(row));
      };
      const [grown, atOnce] = [await parts(recording, model, found.values, found.steps), await parts(expected, expectedModel, told, history)];
      const differing = Object.keys(atOnce).filter((name) => JSON.stringify(grown[name]) !== JSON.stringify(atOnce[name]));
      return [recording.count, ...differing.map((name) => `${name}: ${JSON.stringify(grown[name]).slice(0, 300)} instead of ${JSON.stringify(atOnce[name]).slice(0, 300)}`)];
    })();
    """

  // The browser starts, and reads each journal in four ways: up to 1 s.
  @Test(arguments: ReportedBug.all.map(\.path) + [HardJournal.path])
  func `a journal in pieces is shown like a whole one`(path: String) async throws {
    let bytes = try Data(contentsOf: URL(filePath: path)).base64EncodedString()
    for seed in 1...Soak.count(2, soak: 20) {
      let answer = try await WebBrowser.use { browser in
        try ViewerScript.load(in: browser)
        return try browser.script(GrowthTests.comparison, .string(bytes), .number(.init(seed)), .string("e"))
      }
      let parts = try #require(answer.array)
      #expect(parts.count == 1, "\(parts.dropFirst())")
      #expect(parts.first != .number(0))
    }
  }
}
