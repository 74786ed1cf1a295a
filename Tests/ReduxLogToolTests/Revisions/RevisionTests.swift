import Expectations
import ReduxInspection
import ReduxLogTool
import ReduxNotation
import StateTree
import Testing

@Suite("A revision in a journal")
struct RevisionTests {
  @Test(
    "is read from its text",
    arguments: [
      ("120", Revision(.seq(120))),
      ("0", Revision(.seq(0))),
      ("-1", Revision(.fromEnd(1))),
      ("-12", Revision(.fromEnd(12))),
      ("{2026-01-01T10:00}", Revision(.time(Timestamp(microseconds: 1_767_261_600_000_000)))),
      ("{2026-01-01T10:00:00.5+01:00}", Revision(.time(Timestamp(microseconds: 1_767_258_000_500_000)))),
      ("{+3.5s}", Revision(.elapsed(microseconds: 3_500_000))),
      ("{+1h30m}", Revision(.elapsed(microseconds: 5_400_000_000))),
      ("before-crash", Revision(.mark("before-crash"))),
      ("v1.2", Revision(.mark("v1.2"))),
      ("h", Revision(.mark("h"))),
      (":/tasks.create", Revision(.type("tasks.create"))),
      ("h:AB12cd", Revision(.hash("ab12cd"))),
      ("120~3", Revision(.seq(120), stepsBack: 3)),
      ("-1~1~2", Revision(.fromEnd(1), stepsBack: 3)),
      (":/create~1", Revision(.type("create"), stepsBack: 1)),
      ("120:/cart/items/0", Revision(.seq(120), pointer: JSONPointer(tokens: ["cart", "items", "0"]))),
      ("120:", Revision(.seq(120), pointer: JSONPointer(tokens: []))),
      ("120:/a~1b..c:/d", Revision(.seq(120), pointer: JSONPointer(tokens: ["a/b..c:", "d"]))),
      (":/create~2:/tasks", Revision(.type("create"), stepsBack: 2, pointer: JSONPointer(tokens: ["tasks"]))),
      (
        "{+1s}~1:/a",
        Revision(.elapsed(microseconds: 1_000_000), stepsBack: 1, pointer: JSONPointer(tokens: ["a"]))
      ),
      ("h:ab:/a@b", Revision(.hash("ab"), pointer: JSONPointer(tokens: ["a@b"]))),
    ])
  func reading(text: String, revision: Revision) throws {
    try expectEqual(Revision(parsing: text, times: .utc), revision)
  }

  @Test(
    "that is none is refused with what was expected",
    arguments: [
      ("", "expected a seq, a mark, '{time}', ':/text' or 'h:hash'"),
      ("x~", "expected a number after '~'"),
      ("x~y", "expected a number after '~'"),
      ("-", "expected a number after '-'"),
      ("-0", "'-1' is the last state, and there is no '-0'"),
      ("99999999999999999999", "the number '99999999999999999999' is too large"),
      ("1~18446744073709551615~1", "the number after '~' is too large"),
      ("12a", "a seq has only digits, and a mark can't begin with one"),
      (":/", "expected a part of an action's type after ':/'"),
      ("{2026-01-01", "expected '}' after the time"),
      ("{2026-02-30}", "expected a time, such as '{2026-01-01T10:00}' or '{+3.5s}'"),
      ("{+3}", "expected a time since the start, such as '{+3.5s}' or '{+1h30m}'"),
      ("h:", "expected 1 to 32 hex digits after 'h:'"),
      ("h:xy", "expected 1 to 32 hex digits after 'h:'"),
      ("a b", "a mark's name can't contain ' '"),
      ("a/b", "a mark's name can't contain '/'"),
      ("5:/a~b", #""~" at byte 2 of a JSON Pointer is not followed by 0 (for "~") or 1 (for "/")"#),
      ("5:x", "expected '~', ':/' or the end after '5'"),
      ("5..6", "expected '~', ':/' or the end after '5'"),
    ])
  func refusal(text: String, reason: String) {
    #expect(throws: RevisionError(text: text, reason: reason)) { try Revision(parsing: text, times: .utc) }
  }

  @Test("explains itself")
  func description() {
    expectEqual(
      RevisionError(text: "x~", reason: "expected a number after '~'").description,
      "'x~' is not a revision: expected a number after '~'")
  }

  @Test("can be a mark only if no other revision reads the same")
  func markNames() {
    let names = [
      "checkout", "before-crash", "v1.2", "größe", "12", "1a", "-x", "a~b", "a b", "", "h:ab", "a..b", ":/x",
    ]
    expectEqual(names.filter(Revision.isMarkName), ["checkout", "before-crash", "v1.2", "größe"])
  }
}

@Suite("A journal on the command line")
struct JournalArgumentTests {
  private static let files: Set<String> = ["j", "me@home/j", "j@5", "a@b"]

  @Test(
    "is a path and what is meant of it; the longest existing path wins",
    arguments: [
      ("j", JournalArgument(path: "j")),
      ("-", JournalArgument(path: "-")),
      ("-@3", JournalArgument(path: "-", selection: .revision(Revision(.seq(3))))),
      ("j@120", JournalArgument(path: "j", selection: .revision(Revision(.seq(120))))),
      ("j@-1", JournalArgument(path: "j", selection: .revision(.last))),
      ("j@5", JournalArgument(path: "j@5")),
      ("j@5@6", JournalArgument(path: "j@5", selection: .revision(Revision(.seq(6))))),
      ("me@home/j", JournalArgument(path: "me@home/j")),
      ("me@home/j@2", JournalArgument(path: "me@home/j", selection: .revision(Revision(.seq(2))))),
      (
        "j@6:/a@b",
        JournalArgument(path: "j", selection: .revision(Revision(.seq(6), pointer: JSONPointer(tokens: ["a@b"]))))
      ),
      (
        "j:/a@b:/c",
        JournalArgument(
          path: "j", selection: .revision(Revision(.fromEnd(1), pointer: JSONPointer(tokens: ["a@b:", "c"]))))
      ),
      ("none:/a", JournalArgument(path: "none:/a")),
      ("j@3..9", JournalArgument(path: "j", selection: .range(Revision(.seq(3)), Revision(.seq(9))))),
      ("j@3..", JournalArgument(path: "j", selection: .range(Revision(.seq(3)), nil))),
      ("j@..-2", JournalArgument(path: "j", selection: .range(nil, Revision(.fromEnd(2))))),
      (
        "j@:/a~1..end:/x",
        JournalArgument(
          path: "j",
          selection: .range(
            Revision(.type("a"), stepsBack: 1),
            Revision(.mark("end"), pointer: JSONPointer(tokens: ["x"]))))
      ),
      ("none@3", JournalArgument(path: "none", selection: .revision(Revision(.seq(3))))),
      ("x@y.jsonl@3", JournalArgument(path: "x@y.jsonl", selection: .revision(Revision(.seq(3))))),
      ("none@home/j", JournalArgument(path: "none@home/j")),
      ("@3", JournalArgument(path: "@3")),
    ])
  func reading(text: String, argument: JournalArgument) throws {
    try expectEqual(JournalArgument(parsing: text, times: .utc, fileExists: Self.files.contains), argument)
  }

  @Test("has its @ even if an accent follows it")
  func signWithAccent() throws {
    let argument = try JournalArgument(parsing: "j@\u{5a4}", times: .utc, fileExists: Self.files.contains)
    expectEqual(argument.path, "j")
  }

  @Test(
    "whose file is there must be followed by a revision",
    arguments: [
      ("j@", "", "expected a seq, a mark, '{time}', ':/text' or 'h:hash' after '@'"),
      ("j@x~", "x~", "expected a number after '~'"),
      ("j@1..2..3", "1..2..3", "expected '~', ':/' or the end after '1..2'"),
      ("j@..", "..", "expected a revision before or after '..'"),
      ("j@1:2", "1:2", "expected '~', ':/', '..' or the end after '1'"),
    ])
  func refusal(text: String, revision: String, reason: String) {
    #expect(throws: RevisionError(text: revision, reason: reason)) {
      try JournalArgument(parsing: text, times: .utc, fileExists: Self.files.contains)
    }
  }
}
