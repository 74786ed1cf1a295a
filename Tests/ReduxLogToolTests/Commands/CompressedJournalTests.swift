import CommandLineKit
import Expectations
import Foundation
import HostileInput
import TestSupport
import Testing

/// Compressed journals: every command refuses them with advice.
struct CompressedJournalTests {
  private static let calls =
    CommandCall.all.map { $0.words(journal: "FILE", output: "OUT") } + [
      ["log", "FILE", "--follow"], ["verify", "FILE", "--no-replay"], ["inspect", "FILE"], ["repair", "FILE", "-n"],
    ]

  @Test(arguments: Self.calls)
  func `a compressed journal is refused with advice`(words: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "session.jsonl.gz")
    try Data([0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x0a]).write(to: URL(filePath: path))
    let arguments = words.map {
      $0.replacing("FILE", with: path).replacing("OUT", with: folder.path(of: "k.jsonl"))
    }
    let result = reduxlog(arguments)
    expectEqual(result.code, .trouble)
    expectEqual(
      result.errorOutput, "\(path): error: the file is compressed; unpack it with 'gunzip -k', and name the result\n")
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), ["session.jsonl.gz"])
  }
}
