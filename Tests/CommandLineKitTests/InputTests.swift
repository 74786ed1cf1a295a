import CommandLineKit
import Expectations
import TestSupport
import Testing

struct InputTests {
  @Test(
    arguments: [
      ("", []), ("\n", [""]), ("a\nb", ["a", "b"]), ("a\n\nb\n", ["a", "", "b"]),
      (String(repeating: "x", count: 70_000) + "\ny", [String(repeating: "x", count: 70_000), "y"]),
    ] as [(String, [String])])
  func `lines are read with or without a final newline`(text: String, lines: [String]) throws {
    let folder = try TemporaryFolder()
    folder.create("input", text)
    let sources: [InputSource] = [InputSource.buffer(text), try InputSource(path: folder.path(of: "input"))]
    for source in sources {
      var found: [String] = []
      while let line = try source.readLine() { found.append(String(decoding: line, as: UTF8.self)) }
      expectEqual(found, lines)
      try expectEqual(source.readLine(), nil)
    }
  }

  @Test func `the rest is available after some lines`() throws {
    let folder = try TemporaryFolder()
    folder.create("input", "a\nb\nc")
    let sources: [InputSource] = [InputSource.buffer("a\nb\nc"), try InputSource(path: folder.path(of: "input"))]
    for source in sources {
      try expectEqual(source.readLine(), Array("a".utf8))
      try expectEqual(source.readAll(), Array("b\nc".utf8))
      try expectEqual(source.readAll(), [])
    }
  }

  @Test func `the next bytes are available after a line, and then the next line`() throws {
    let folder = try TemporaryFolder()
    folder.create("input", "a\nbcd\ne")
    let sources: [InputSource] = [
      InputSource.buffer("a\nbcd\ne"), try InputSource(path: folder.path(of: "input")),
    ]
    for source in sources {
      try expectEqual(source.readLine(), Array("a".utf8))
      try expectEqual(source.read(2), Array("bc".utf8))
      try expectEqual(source.readLine(), Array("d".utf8))
      try expectEqual(source.read(100), Array("e".utf8))
      try expectEqual(source.read(100), [])
    }
  }

  @Test(arguments: [1, 7, 100_000]) func `lines know whether they are whole`(length: Int) throws {
    let text = String(repeating: "x", count: length)
    let lines = InputSource.buffer("\(text)\n\n\(text)")
    var found: [(String, Bool)] = []
    while let line = try lines.line() { found.append((String(decoding: line.bytes, as: UTF8.self), line.isWhole)) }
    expectEqual(found.map(\.0), [text, "", text])
    expectEqual(found.map(\.1), [true, true, false])
    let limited = InputSource.buffer("\(text)\n")
    #expect(throws: InputError.lineTooLong(name: "standard input", limit: length - 1)) {
      try limited.line(limit: length - 1)
    }
  }

  @Test func `endless input is limited`() throws {
    let zeros = try InputSource(path: "/dev/zero")
    #expect(throws: InputError.tooLong(name: "'/dev/zero'", limit: 1 << 20)) { try zeros.readAll(limit: 1 << 20) }
    #expect(throws: InputError.tooLong(name: "standard input", limit: 2)) {
      try InputSource.buffer("abc").readAll(limit: 2)
    }
  }

  @Test func `overlong lines are refused`() throws {
    let folder = try TemporaryFolder()
    folder.create("input", "abc\nabcd\n")
    let source = try InputSource(path: folder.path(of: "input"))
    try expectEqual(source.readLine(limit: 3), Array("abc".utf8))
    #expect(throws: InputError.lineTooLong(name: "'\(folder.path(of: "input"))'", limit: 3)) {
      try source.readLine(limit: 3)
    }
  }

  @Test func `a file that can't be opened is reported with a reason`() {
    #expect(throws: InputError.unopenable(path: "/no/such", reason: "No such file or directory")) {
      try InputSource(path: "/no/such")
    }
  }

  @Test func `reading stops when the user interrupts`() throws {
    let folder = try TemporaryFolder()
    folder.create("input", "a\n")
    let source = try InputSource(path: folder.path(of: "input"), interruption: Interruption { true })
    #expect(throws: Interrupted()) { try source.readLine() }
  }
}
