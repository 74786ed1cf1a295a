import Expectations
import ReduxJournal
import StateTree
import Testing
import WebDriver

/// Parts of the page's reader that must be fast as well as right.
@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct ReadingTests {
  private func answer(_ script: String, _ argument: JSONValue = .null) async throws -> JSONValue {
    try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(script, argument)
    }
  }

  @Test func `the page computes the journal's sums, whatever a line's length`() async throws {
    let previous = try #require(ChainSum(digits: "0123456789abcdef".utf8))
    let lines = (0...40).map { count in (0..<count).map { UInt8(0x21 + $0 * 37 % 90) } }
    let found = try await answer(
      """
      const bytesOf = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));
      const sums = new viewer.LineSums();
      const previous = bytesOf("0123456789abcdef");
      return arguments[0].map((text) => {
        const sum = sums.after(previous, bytesOf(text));
        const isStated = (digits) => sums.isStated(previous, bytesOf(text + digits), text.length, text.length);
        // Each wrong digit counts.
        const others = [...sum].map((digit, index) => sum.slice(0, index) + (digit === "0" ? "f" : "0") + sum.slice(index + 1));
        return [sum, isStated(sum), others.some(isStated)];
      });
      """, .array(lines.map { .string(String(decoding: $0, as: UTF8.self)) }))
    expectEqual(found, .array(lines.map { [.string(previous.next(over: $0).text), true, false] }))
  }

  @Test func `each session that starts from an old state says from which`() async throws {
    let found = try await answer(
      """
      const { rows } = new viewer.JournalReader();
      let seq = 0;
      const session = (number, ...hashes) => {
        rows.sessions.push({ number });
        rows.startsSession = true;
        hashes.forEach((hash, index) => rows.noteReturn(index === 0 ? "i" : "a", seq++, hash?.padEnd(32, "0")));
      };
      session(1, "aa", "bb", "cc", "bb");
      session(2, "cc", "dd", undefined, "ee");
      session(3, "dd");
      session(4, "bb");
      session(5, "bb");
      return rows.problems.map(({ seq, text }) => [seq, text]);
      """)
    expectEqual(
      found,
      [
        [4, "Session 2 starts from an old state (2); 3 is lost"],
        [8, "Session 3 starts from an old state (5); 6–7 are lost"],
        [9, "Session 4 starts from an old state (3); 4–8 are lost"],
      ])
  }

  @Test func `lists come apart as they were put together`() async throws {
    let found = try await answer(
      "return [[0, 1, -1, 3, 0, 1, 70000, 0, 1, 2], []].map((packed) => viewer.unpackedLists(Int32Array.from(packed)));"
    )
    expectEqual(found, [[[], [-1], [0, 1, 70000], [], [2]], []] as JSONValue)
  }
}
