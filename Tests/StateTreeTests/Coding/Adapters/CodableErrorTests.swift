import Expectations
import Foundation
import StateCoding
import StateTree
import Testing

struct CodableErrorTests {
  private enum LoginError: Error {
    case wrongPassword
    case locked(minutes: Int)
  }

  private struct Sentence: LocalizedError {
    var errorDescription: String? { "The film is not there." }
  }

  private struct Mute: LocalizedError {}

  private struct Numbered: CustomNSError {
    static var errorDomain: String { "films" }
    var errorCode: Int { 7 }
  }

  private struct Careful: RedactableError, LocalizedError {
    var pin: String
    var errorDescription: String? { "the PIN \(pin) is wrong" }
    var redactedDescription: String { "the PIN is wrong" }
  }

  private static let kept: [(error: any Error, kept: CodableError)] = [
    (
      LoginError.wrongPassword, CodableError(type: "CodableErrorTests.LoginError", description: "wrongPassword")
    ),
    (
      LoginError.locked(minutes: 3),
      CodableError(type: "CodableErrorTests.LoginError", description: "locked(minutes: 3)")
    ),
    (Sentence(), CodableError(type: "CodableErrorTests.Sentence", description: "The film is not there.")),
    (Mute(), CodableError(type: "CodableErrorTests.Mute", description: "Mute()")),
    (
      Numbered(),
      CodableError(type: "CodableErrorTests.Numbered", description: "Numbered()", domain: "films", code: 7)
    ),
    (Careful(pin: "1234"), CodableError(type: "CodableErrorTests.Careful", description: "the PIN is wrong")),
    (CancellationError(), CodableError(type: "CancellationError", description: "CancellationError()")),
    (CodableError(type: "A", description: "b", code: 1), CodableError(type: "A", description: "b", code: 1)),
  ]

  @Test(arguments: kept.indices) func `an error keeps its storable details`(index: Int) {
    let (error, kept) = Self.kept[index]
    expectEqual(CodableError(error), kept)
  }

  @Test func `domain and code match those of the error`() {
    let unknown = CodableError(NSError(domain: "films", code: 12))
    #expect((unknown.type, unknown.domain, unknown.code) == ("NSError", "films", 12))
    let late = CodableError(URLError(.timedOut))
    #expect((late.type, late.domain, late.code) == ("URLError", NSURLErrorDomain, URLError.timedOut.rawValue))
    let missing = CodableError(CocoaError(.fileNoSuchFile))
    #expect((missing.type, missing.domain, missing.code) == ("CocoaError", "NSCocoaErrorDomain", 4))
    let refused = CodableError(POSIXError(.EACCES))
    #expect((refused.type, refused.domain, refused.code) == ("POSIXError", "NSPOSIXErrorDomain", 13))
  }

  @Test func `a decoding error keeps its place and reason`() throws {
    let error = #expect(throws: DecodingError.self) { try StateDecoder().decode([Int].self, from: [1, "two"]) }
    let kept = CodableError(try #require(error))
    expectEqual(kept.type, "DecodingError")
    #expect(kept.description.hasPrefix("at /1: "))
  }

  @Test func `an error is encoded as its members, and decoded unchanged`() throws {
    let texts = [
      (
        CodableError(LoginError.wrongPassword),
        #"{"type":"CodableErrorTests.LoginError","description":"wrongPassword"}"#
      ),
      (
        CodableError(Numbered()),
        #"{"type":"CodableErrorTests.Numbered","description":"Numbered()","domain":"films","code":7}"#
      ),
    ]
    for (error, text) in texts {
      let bytes = try StateEncoder().encode(error)
      expectEqual(String(decoding: bytes, as: UTF8.self), text)
      try expectEqual(StateDecoder().decode(CodableError.self, from: bytes), error)
    }
  }

  @Test func `an error can be thrown with the same description`() {
    let kept = CodableError(Sentence())
    let error = #expect(throws: CodableError.self) { throw kept }
    expectEqual(error, kept)
    expectEqual("\(kept)", "The film is not there.")
    expectEqual((kept as any Error as? any LocalizedError)?.errorDescription, "The film is not there.")
  }
}
