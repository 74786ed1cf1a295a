import Expectations
import Foundation
import HostileInput
import ReduxJournal
import StateTree
import TestSupport
import Testing
import WebDriver

/// The viewer reads the segments of a journal in the order in which the tool reads them.
@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct SegmentTests {
  /// Three segments of a journal with two actions each, by name.
  private func segments() -> [String: [UInt8]] {
    var segments: [String: [UInt8]] = [:]
    var last = JournalForge()
    last.header()
    last.state()
    for name in ["session.000001.jsonl", "session.000002.jsonl", "session.jsonl"] {
      if name != "session.000001.jsonl" {
        let sum = String(decoding: last.bytes.suffix(19).prefix(16), as: UTF8.self)
        var next = JournalForge()
        next.begin(after: sum, seq: last.seq)
        next.header((#""platform""#, #""previous":"\#(sum)","platform""#))
        next.state()
        last = next
      }
      last.action("1")
      last.action("2")
      segments[name] = last.bytes
    }
    return segments
  }

  /// The tool's refusal of the newest segment with all before it; `none` for an intact journal.
  private func refusal(_ path: String) -> String {
    do throws(JournalError) {
      let reader = try JournalFile(path: path).entries(fromOffset: 0)
      while try reader.next() != nil {}
      return "none"
    } catch {
      let name = error.path.split(separator: "/").last ?? ""
      return "\(name):\(error.line ?? 0): \(error.problem)"
    }
  }

  // The tool and the browser each read 102 journals of three files: 2 s in a debug build.
  @Test func `segments are ordered, left out and judged as by the tool`() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var damage = JournalDamage(seed: seed)
    let whole = segments()
    let names = whole.keys.sorted()
    var journals = [whole]
    journals.append(whole.filter { $0.key != "session.000001.jsonl" })
    journals.append(whole.filter { $0.key != "session.000002.jsonl" })
    journals.append(whole.merging(["session.000003.jsonl": whole["session.jsonl"] ?? []]) { $1 })
    journals.append(whole.merging(["session.000001.jsonl": whole["session.000002.jsonl"] ?? []]) { $1 })
    for index in 0..<Soak.count(48, soak: 2000) {
      let name = names[index % names.count]
      journals.append(whole.merging([name: damage.copy(of: whole[name] ?? []).bytes]) { $1 })
    }
    let expected = try journals.map { files in
      let folder = try TemporaryFolder()
      let newest = folder.path(of: "session.jsonl")
      for (name, bytes) in files.sorted(by: { $0.key > $1.key }) {
        // While one segment replaces another, it has two names.
        if name == "session.000003.jsonl" {
          try FileManager.default.linkItem(atPath: newest, toPath: folder.path(of: name))
        } else {
          try Data(bytes).write(to: URL(filePath: folder.path(of: name)))
        }
      }
      return refusal(newest)
    }
    let values = journals.map { files in
      JSONValue.object(
        JSONObject(files.sorted { $0.key < $1.key }.map { ($0.key, .string(Data($0.value).base64EncodedString())) }))
    }
    let found = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        return (async () => {
          const answers = [];
          for (const files of arguments[0]) {
            const { problem } = await read(Object.entries(files).map(([name, bytes]) => fileOf(name, bytes)));
            answers.push(problem ? `${problem.file}:${problem.line ?? 0}: ${problem.text}` : "none");
          }
          return answers;
        })();
        """, .array(values))
    }
    expectEqual(found.array?.compactMap(\.string), expected, "seed \(seed)")
    expectEqual(expected[..<4].map { $0 == "none" }, [true, true, false, true])
  }
}
