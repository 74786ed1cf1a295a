import Expectations
import StateCoding
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct RedactedTests {
  struct Plain: Codable, Equatable {
    var word = "seven"
    var hint: String?
  }

  struct Wrapped: Codable, Equatable {
    @Redacted var word = "seven"
    @Redacted var hint: String?
  }

  @Test(arguments: [nil, "eight"])
  func `other coders encode the value`(hint: String?) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let plain = try encoder.encode(Plain(hint: hint))
    try expectEqual(encoder.encode(Wrapped(hint: hint)), plain)
    try expectEqual(JSONDecoder().decode(Wrapped.self, from: plain), Wrapped(hint: hint))
    try expectEqual(StateEncoder().encode(Wrapped(hint: hint)), StateEncoder().encode(Plain(hint: hint)))
    try expectEqual(StateDecoder().decode(Wrapped.self, from: Array(plain)), Wrapped(hint: hint))
    try expectEqual(StateEncoder().hash(Wrapped(hint: hint)), StateEncoder().hash(Plain(hint: hint)))
  }

  @Test func `only an encoder with rules writes a stand-in, which shows whether there is a value`() throws {
    try expectEqual(redacted(Wrapped()), #"{"word":"redacted"}"#)
    try expectEqual(redacted(Wrapped(hint: "eight")), #"{"word":"redacted","hint":"redacted"}"#)
  }

  @Test func `printing doesn't show the value`() {
    expectEqual("\(Redacted(wrappedValue: "seven"))", "(redacted)")
    expectEqual(String(reflecting: Redacted(wrappedValue: "seven")), "(redacted)")
    #expect(!"\(Wrapped(hint: "eight"))".contains("seven"))
    var dumped = ""
    dump(Wrapped(hint: "eight"), to: &dumped)
    #expect(!dumped.contains("seven") && !dumped.contains("eight"))
  }
}
