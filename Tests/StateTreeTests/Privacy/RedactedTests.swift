import StateCoding
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct RedactedTests {
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
    #expect(try encoder.encode(Wrapped(hint: hint)) == plain)
    #expect(try JSONDecoder().decode(Wrapped.self, from: plain) == Wrapped(hint: hint))
    #expect(try StateEncoder().encode(Wrapped(hint: hint)) == StateEncoder().encode(Plain(hint: hint)))
    #expect(try StateDecoder().decode(Wrapped.self, from: Array(plain)) == Wrapped(hint: hint))
    #expect(try StateEncoder().hash(Wrapped(hint: hint)) == StateEncoder().hash(Plain(hint: hint)))
  }

  @Test func `only an encoder with rules writes a stand-in, which shows whether there is a value`() throws {
    #expect(try redacted(Wrapped()) == #"{"word":"redacted"}"#)
    #expect(try redacted(Wrapped(hint: "eight")) == #"{"word":"redacted","hint":"redacted"}"#)
  }

  @Test func `printing doesn't show the value`() {
    #expect("\(Redacted(wrappedValue: "seven"))" == "(redacted)")
    #expect(String(reflecting: Redacted(wrappedValue: "seven")) == "(redacted)")
    #expect(!"\(Wrapped(hint: "eight"))".contains("seven"))
    var dumped = ""
    dump(Wrapped(hint: "eight"), to: &dumped)
    #expect(!dumped.contains("seven") && !dumped.contains("eight"))
  }
}
