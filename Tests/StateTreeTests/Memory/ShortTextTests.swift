import Expectations
import Testing

@testable import StateTree

struct ShortTextTests {
  @Test func `a short text holds at most fifteen bytes`() {
    for scalar: UnicodeScalar in ["a", "\0", "é", "\u{7f}", "\u{1f600}"] {
      for count in 0...16 {
        let string = String(String.UnicodeScalarView(repeatElement(scalar, count: count)))
        let bytes = Array(string.utf8)
        let text = ShortText(string)
        expectEqual((text == nil), (bytes.count > 15))
        expectEqual(text?.withBytes { Array($0) }, (bytes.count > 15 ? nil : bytes))
      }
    }
  }
}
