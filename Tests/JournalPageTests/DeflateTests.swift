import Expectations
import Foundation
import TestSupport
import Testing

@testable import ReduxViews

/// `gzip`, an implementation by others, unpacks what `Deflate` writes.
struct DeflateTests {
  @Test(arguments: [
    "", "a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "abcabcabcabcabcabc",
    #"{"steps":[{"action":{"add":{"id":1}}},{"action":{"add":{"id":2}}}]}"#, "10,000 times this",
  ])
  func textsComeBack(_ text: String) throws {
    let bytes = Array(String(repeating: text, count: text.hasPrefix("10,000") ? 10_000 : 1).utf8)
    try expectEqual(Gzip.unpack(Deflate.compress(bytes), of: bytes), bytes)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func randomBytesComeBack(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    // Few distinct bytes give many matches at all distances, many give long codes; skewed ones give the longest.
    let distinct = Int.random(in: 1...256, using: &generator)
    let bytes = (0..<Int.random(in: 0...150_000, using: &generator)).map { _ in
      let part = Double.random(in: 0..<1, using: &generator)
      return UInt8(Double(distinct - 1) * (seed.isMultiple(of: 2) ? part : part * part * part * part))
    }
    try expectEqual(Gzip.unpack(Deflate.compress(bytes), of: bytes), bytes, "seed \(seed)")
  }

  @Test func aCodeNeverExceedsTheLongestLength() {
    // Fibonacci numbers lead to the deepest tree.
    var frequencies = [1, 1]
    while frequencies.count < 40 { frequencies.append(frequencies.suffix(2).reduce(0, +)) }
    for longest in [7, 15] {
      let code = HuffmanCode(frequencies: Array(frequencies.prefix(longest == 7 ? 19 : 40)), longest: longest)
      expectEqual(code.lengths.max(), UInt8(longest))
      let kraft = code.lengths.reduce(0.0) { $0 + 1 / Double(1 << Int($1)) }
      expectEqual(kraft, 1)
    }
  }

  @Test func repeatedTextShrinks() {
    let line = #"{"action":{"tasks":{"edit":{"id":"task-4711","title":"Buy milk"}}},"patch":[]},"#
    let bytes = Array(String(repeating: line, count: 1000).utf8)
    #expect(Deflate.compress(bytes).count < bytes.count / 100)
  }
}

/// A gzip file (RFC 1952) around DEFLATE.
private enum Gzip {
  static func unpack(_ deflated: [UInt8], of bytes: [UInt8]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    func littleEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let file =
      [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255] + deflated + littleEndian(checksum(bytes))
      + littleEndian(UInt32(bytes.count))
    folder.create("file.gz", bytes: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", folder.path(of: "file.gz")]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let result = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    expectEqual(process.terminationStatus, 0)
    return Array(result)
  }

  /// CRC-32.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0 as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
  }
}
