import Expectations
import Foundation
import ReduxJournal
import ReduxLogTesting
import ReduxRecorder
import TestSupport
import Testing

/// Journals as tests: what a failing one shows.
struct ExpectReplaysTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a session that leads where it led is no issue`() throws {
    let path = folder.path(of: "cart.jsonl")
    try record(path, .add("apple", count: 3), .coupon("X"), .clear)
    try expectReplays(path, as: CartApp.self)
  }

  @Test func `a difference is one issue at the caller's line, and reads as the difference`() throws {
    let path = folder.path(of: "lost-items.jsonl")
    try record(path, .add("apple", count: 3), .coupon("X"), .clear)
    let found = try issues { try expectReplays(path, as: ChangedCartApp.self) }
    expectEqual(found.map(\.line), [#line - 1])
    expectEqual(
      found.map(\.text),
      [
        """
        \(path):4: replay diverges at state 2: coupon leads to a different state than recorded
          coupon("X")
          /total: recorded 307f7e16, replayed 7
          today's change:
            ~ /total: 9 → 7
          State 1 is as recorded: the reducer has changed since, or isn't pure.
          If you intended the change, run the tests once with REDUXLOG_UPDATE=1.
        """
      ])
  }

  @Test func `a self-contained journal shows what was recorded`() throws {
    let path = folder.path(of: "lost-items.jsonl")
    try record(
      path, .add("apple", count: 3), .coupon("X"), options: RecorderOptions(states: .patches))
    let found = try issues { try expectReplays(path, as: ChangedCartApp.self) }
    expectEqual(
      found.map(\.text),
      [
        """
        \(path):4: replay diverges at state 2: coupon leads to a different state than recorded
          coupon("X")
          recorded → today:
            ~ /total: 8 → 7
          State 1 is as recorded: the reducer has changed since, or isn't pure.
          If you intended the change, run the tests once with REDUXLOG_UPDATE=1.
        """
      ])
  }

  @Test func `damage, another app and a missing file are one issue each`() throws {
    let path = folder.path(of: "cart.jsonl")
    try record(path, .add("apple", count: 3), .clear)
    let text = try #require(folder.contents(of: "cart.jsonl"))
    folder.create("damaged.jsonl", text.replacing(#""count":3"#, with: #""count":4"#))
    folder.create("other.jsonl", text.replacing(#""name":"cart""#, with: #""name":"café""#))
    for (name, start) in [
      ("damaged.jsonl", ":3: damaged: the sum doesn't match"), ("other.jsonl", ":1: damaged: the sum doesn't match"),
      ("gone.jsonl", ": no such file; check the path"),
    ] {
      let path = folder.path(of: name)
      let found = try issues { try expectReplays(path, as: CartApp.self) }
      expectEqual(found.count, 1)
      expectEqual(found.first?.text.hasPrefix(path + start), true, "\(found)")
    }
  }

  @Test func `a keyed journal needs its key`() throws {
    let path = folder.path(of: "cart.jsonl")
    let key = try JournalKey(digits: "000102030405060708090a0b0c0d0e0f")
    try record(path, .clear, options: RecorderOptions(key: key))
    let found = try issues { try expectReplays(path, as: CartApp.self) }
    expectEqual(
      found.map { $0.text.contains("\n  Pass that key with the argument 'key': checksums alone") }, [true], "\(found)")
    try expectReplays(path, as: CartApp.self, key: key)
  }

  @Test func `control characters from a journal are escaped`() throws {
    let path = folder.path(of: "cart.jsonl")
    try record(path, .coupon("\u{1B}[2J\u{7}"))
    let found = try issues { try expectReplays(path, as: ChangedCartApp.self) }
    expectEqual(found.first?.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, false, "\(found)")
  }

  // MARK: Fixtures

  @Test func `all journals of a folder are arguments, named from the folder on`() throws {
    for name in ["b.jsonl", "a.jsonl"] { try record(folder.path(of: name), .clear) }
    try FileManager.default.createDirectory(atPath: folder.path(of: "more"), withIntermediateDirectories: false)
    try record(folder.path(of: "more/c.jsonl"), .clear)
    folder.create("notes.txt", "no journal")
    let file = folder.path(of: "Tests.swift")
    let all = try JournalFixture.all(in: ".", filePath: file)
    expectEqual(all.map(\.name), ["./a.jsonl", "./b.jsonl", "./more/c.jsonl"])
    try expectEqual(JournalFixture.all(in: "more", filePath: file).map(\.testDescription), ["more/c.jsonl"])
    let decoded = try JSONDecoder().decode([JournalFixture].self, from: JSONEncoder().encode(all))
    expectEqual(decoded, all)
    for fixture in all { try expectReplays(fixture, as: CartApp.self) }
  }

  @Test func `a folder without journals is an error, so that no test is lost silently`() throws {
    let file = folder.path(of: "Tests.swift")
    let error = #expect(throws: ReplayFailure.self) { try JournalFixture.all(in: ".", filePath: file) }
    expectEqual(error?.description.contains("the folder contains no journal"), true)
    #expect(throws: ReplayFailure.self) { try JournalFixture.all(in: "gone", filePath: file) }
  }

  /// Takes a few seconds: it records and replays 200 journals.
  @Test func `of 200 journals checked in parallel, each that differs is one issue with journal, action and difference`()
    async throws
  {
    for number in 0..<200 {
      let path = folder.path(of: "session-\(number).jsonl")
      if number % 7 == 3 {
        try record(path, .add("apple", count: number), .coupon("C\(number)"), .clear)
      } else {
        try record(path, .add("apple", count: number), .add("pear", count: 1), .clear)
      }
    }
    let fixtures = try JournalFixture.all(in: ".", filePath: folder.path(of: "Tests.swift"))
    expectEqual(fixtures.count, 200)
    let texts = try await withThrowingTaskGroup(of: (String, [String]).self) { group in
      for fixture in fixtures {
        group.addTask { (fixture.name, try issues { try expectReplays(fixture, as: ChangedCartApp.self) }.map(\.text)) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for number in 0..<200 {
      let name = "./session-\(number).jsonl"
      let found = try #require(texts[name])
      guard number % 7 == 3 else {
        expectEqual(found, [], "\(name)")
        continue
      }
      expectEqual(found.count, 1)
      let lines = found.first?.split(separator: "\n").map(String.init) ?? []
      expectEqual(
        lines.prefix(2),
        [
          "\(name):4: replay diverges at state 2: coupon leads to a different state than recorded",
          "  coupon(\"C\(number)\")",
        ])
      #expect(lines.contains("    ~ /total: \(3 * number) → \(3 * number - 2)"), "\(lines)")
    }
  }
}
