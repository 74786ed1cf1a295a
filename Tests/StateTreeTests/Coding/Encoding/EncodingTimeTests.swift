import Expectations
import StateCoding
import Testing

struct EncodingTimeTests {
  private let session = EncodingSession()

  /// A text of one kilobyte.
  private static let texts = [String?](repeating: String(repeating: "t", count: 1000), count: 1000)

  @Test func `encoding stops soon after its time is over`() throws {
    var checks = 0
    let error = #expect(throws: OutOfTime.self) {
      try session.withText(
        of: Self.texts,
        while: {
          checks += 1
          return checks < 10
        }, { _ in })
    }
    expectEqual(checks, 10)
    #expect((150_000..<200_000).contains(try #require(error?.byteCount)))
  }

  @Test func `encoding in time gives the whole text, and clears the limit`() throws {
    let expected = try StateEncoder().encode(Self.texts)
    try expectEqual(session.withText(of: Self.texts, while: { true }, { Array($0) }), expected)
    #expect(throws: OutOfTime.self) { try session.withText(of: Self.texts, while: { false }, { _ in }) }
    try expectEqual(session.withText(of: Self.texts) { Array($0) }, expected)
  }

  /// A value that swallows the errors of its parts.
  private struct Stubborn: Encodable {
    func encode(to encoder: any Encoder) {
      var container = encoder.unkeyedContainer()
      for text in texts { try? container.encode(text) }
    }
  }

  @Test func `encoding doesn't restart for a value that swallows the error`() {
    #expect(throws: OutOfTime.self) { try session.withText(of: Stubborn(), while: { false }, { _ in }) }
  }
}
