import Foundation
import StateTree

/// Secrets that are planted, and found again in whatever form they have got into a text.
struct Secrets {
  /// What each of them holds, so that one search finds them all.
  static let marker = "zQ7xK9"

  private(set) var texts: [String] = []
  private(set) var numbers: [Int] = []

  /// A secret that no other is like.
  mutating func text() -> String {
    texts.append("\(Secrets.marker)-\"\(texts.count)\"-é")
    return texts[texts.count - 1]
  }

  /// A number that no other is like, and that no time and no count is.
  mutating func number() -> Int {
    numbers.append(7_318_250_000_000 + 7919 * numbers.count)
    return numbers[numbers.count - 1]
  }

  var count: Int { texts.count + numbers.count }

  /// What can be found of the secrets in a text: themselves, in base64 or in hex, or their hashes, whole or short.
  func traces(in text: String) -> [String] {
    var traces: [String] = []
    for form in forms where text.contains(form) { traces.append(form) }
    let hashes = hashes
    for match in text.matches(of: /[0-9a-f]{8,}/) where hashes.contains(String(match.output.prefix(8))) {
      traces.append(String(match.output))
    }
    for match in text.matches(of: /[0-9]{13}/) {
      if let number = Int(match.output), numbers.contains(number) { traces.append(String(match.output)) }
    }
    return traces
  }

  /// The marker as itself, in hex, and in base64 wherever in a text it stands.
  private var forms: [String] {
    let hex = Secrets.marker.utf8.map { String($0, radix: 16) }.joined()
    let base64 = (0..<3).map { shift in
      let padded = Array(repeating: UInt8(ascii: " "), count: shift) + Array(Secrets.marker.utf8)
      // The first and the last characters mix in what stands around it.
      return String(Data(padded).base64EncodedString().dropFirst(shift == 0 ? 0 : 4).prefix(4))
    }
    return [Secrets.marker, hex, hex.uppercased()] + base64
  }

  /// The first digits of the hashes of the secrets, as values and as members.
  private var hashes: Set<String> {
    let values = texts.map { JSONValue.string($0) } + numbers.map { JSONValue.number(JSONNumber($0)) }
    return Set(values.map(\.stateHash.short))
  }
}
