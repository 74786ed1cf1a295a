import Expectations
import Testing

@testable import StateTree

struct DocumentViewTests {
  /// The address sanitizer detects memory that is freed before the body ends.
  @Test func `a view is valid for the whole call, even without another reference to the document`() throws {
    let texts = try JSONDocument(Array(#"{"a":[1,"two",null]}"#.utf8)).withView { view in
      // Some of these would reuse freed memory.
      let others = (0..<64).map { [UInt8](repeating: 0xff, count: 8 * $0) }
      let texts = (0..<6).map { String(decoding: view.raw(at: $0), as: UTF8.self) }
      return others.isEmpty ? [] : texts
    }
    expectEqual(texts, [#"{"a":[1,"two",null]}"#, "a", #"[1,"two",null]"#, "1", "two", "null"])
  }

  @Test func `a view is valid until an error is thrown`() throws {
    struct Failure: Error, Equatable { var text: String }
    let document = { try JSONDocument(Array("[true]".utf8)) }
    #expect(throws: Failure(text: "true")) {
      try document().withView { view throws(Failure) in
        throw Failure(text: String(decoding: view.raw(at: 1), as: UTF8.self))
      }
    }
  }
}
