import Expectations
import HostileInput
import TestSupport
import Testing

/// Parsers of untrusted input, with valid and randomly changed input: a short run of `.ci/fuzz` without libFuzzer.
@Suite(.serialized, .timeLimit(.minutes(60))) struct InputTests {
  @Test(arguments: InputTarget.allCases)
  func `valid input is accepted`(target: InputTarget) {
    for seed in target.seeds { expectEqual(target.take(seed), nil, "\(String(decoding: seed, as: UTF8.self))") }
  }

  @Test(arguments: InputTarget.allCases)
  func `changed input is accepted or rejected with a reason`(target: InputTarget) async throws {
    let rounds = Soak.count(target == .reader ? 25 : 200, soak: 20_000)
    try await onOwnThread {
      var random = SeededGenerator(seed: 4)
      for round in 0..<rounds {
        let input = InputTests.changed(target.seeds, using: &random)
        expectEqual(target.take(input), nil, "round \(round): \(String(decoding: input, as: UTF8.self))")
      }
    }
    Soak.report("\(rounds) inputs for \(target): all taken as they should be")
  }

  private static let pieces = [
    "0", "-1", "1e999999999", "9007199254740993", "null", "[", "]", "{", "}", "\"", "\\", "\\ud800", "\\u0000", ",",
    ":",
    "\n", "/", "~0", "~1", "~", "-", "..", "@", "{+", "h:", "\u{0}", "\u{1b}[0m", "e\u{301}", "\u{feff}", "seq", "to",
  ].map { Array($0.utf8) }

  /// One of the seeds with a few parts removed, repeated, moved or replaced.
  private static func changed(_ seeds: [[UInt8]], using random: inout SeededGenerator) -> [UInt8] {
    var input = seeds.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let start = Int.random(in: 0...input.count, using: &random)
      let end = min(input.count, start + Int.random(in: 0...12, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: input.removeSubrange(start..<end)
      case 1: input.insert(contentsOf: input[start..<end], at: Int.random(in: 0...input.count, using: &random))
      case 2: input.replaceSubrange(start..<end, with: pieces.randomElement(using: &random) ?? [])
      case 3: if start < input.count { input[start] = UInt8.random(in: .min ... .max, using: &random) }
      default:
        let other = seeds.randomElement(using: &random) ?? []
        input = Array(input[..<start]) + other.suffix(max(0, other.count - start))
      }
    }
    return input
  }
}
