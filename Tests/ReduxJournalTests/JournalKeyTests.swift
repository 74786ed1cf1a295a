import Expectations
import Foundation
import TestSupport
import Testing

@testable import ReduxJournal

struct JournalKeyTests {
  private static let digits = "000102030405060708090a0b0c0d0e0f"

  @Test func `32 digits in either case, sixteen bytes, and a file are ways to write one key`() throws {
    let key = try JournalKey(bytes: 0..<16)
    try expectEqual(JournalKey(digits: JournalKeyTests.digits), key)
    try expectEqual(JournalKey(digits: JournalKeyTests.digits.uppercased()), key)
    for end in ["", "\n", "\r\n"] {
      let file = try TemporaryFile(Array((JournalKeyTests.digits + end).utf8))
      try expectEqual(JournalKey(file: file.path), key)
    }
    expectEqual(JournalKey(words: key.words), key)
    #expect(try JournalKey(bytes: 1..<17) != key)
  }

  @Test func `the fingerprint is the start of SipHash-2-4-128 of 'reduxlog-key'`() throws {
    try expectEqual(JournalKey(digits: JournalKeyTests.digits).fingerprint, "d28d56feb7c1229a")
  }

  private static let noKeys: [(String, JournalKeyError)] = [
    ("", .wrongLength(digits: 0)), ("ab", .wrongLength(digits: 2)), ("\(digits)0", .wrongLength(digits: 33)),
    ("\(digits)\(digits)", .wrongLength(digits: 64)), ("000102030405060708090a0b0c0d0e0g", .notHexDigits),
    (" \(digits)", .notHexDigits), ("\u{FF10}\(digits)", .notHexDigits), ("\(digits)\n\n", .severalLines),
    ("\(digits)\n\(digits)\n", .severalLines), ("00000000000000000000000000000000", .allZero),
  ]

  @Test(
    arguments: noKeys)
  func `texts that aren't keys are refused with a reason`(text: String, error: JournalKeyError) throws {
    let file = try TemporaryFile(Array(text.utf8))
    #expect(throws: error) { try JournalKey(file: file.path) }
    #expect(!"\(error)".contains(JournalKeyTests.digits))
  }

  @Test func `bytes of the wrong count are refused as a key`() {
    #expect(throws: JournalKeyError.wrongLength(digits: 30)) { try JournalKey(bytes: 0..<15) }
    #expect(throws: JournalKeyError.allZero) { try JournalKey(bytes: [UInt8](repeating: 0, count: 16)) }
  }

  @Test func `the error for an unreadable file names it and the reason`() throws {
    let file = try TemporaryFile()
    #expect(throws: JournalKeyError.unreadable(path: file.path, reason: "no such file")) {
      try JournalKey(file: file.path)
    }
    #expect(throws: JournalKeyError.unreadable(path: file.folder, reason: "it is a folder")) {
      try JournalKey(file: file.folder)
    }
    #expect(throws: JournalKeyError.unreadable(path: "/dev/null", reason: "it isn't a regular file")) {
      try JournalKey(file: "/dev/null")
    }
  }

  @Test func `errors say what to do`() {
    expectEqual(
      "\(JournalKeyError.wrongLength(digits: 31))",
      "the key has 31 hex digits, expected 32; 'openssl rand -hex 16' makes one")
    expectEqual("\(JournalKeyError.severalLines)", "the key has more than one line; 'openssl rand -hex 16' makes one")
    expectEqual("\(JournalKeyError.unreadable(path: "k", reason: "r"))", "the key file 'k' can't be read: r")
  }

  @Test func `printing, dumping and reflection show only the fingerprint`() throws {
    let key = try JournalKey(digits: JournalKeyTests.digits)
    let options = JournalReader.Options(key: key)
    var dumped = ""
    dump(options, to: &dumped)
    for text in [
      "\(key)", key.debugDescription, String(reflecting: key), "\(options)", "\(Optional(key) as Any)", dumped,
    ] {
      #expect(text.contains("key d28d56feb7c1229a"))
      // The words as numbers, and the digits.
      for secret in [JournalKeyTests.digits, "\(key.words[0])", "\(key.words[1])"] {
        #expect(!text.contains(secret), "\(text)")
      }
    }
    #expect(Mirror(reflecting: key).children.isEmpty)
  }
}
