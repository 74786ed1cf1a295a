import Foundation
import StateTree

/// Secrets that are planted, and found again in whatever form they have got into a text.
struct Secrets {
  /// What each of them holds, so that one search finds them all.
  static let marker = "zQ7xK9"

  private(set) var count = 0
  private var numbers: Set<Int> = []
  /// The first digits of the hashes of the secrets, as values and as members.
  private var hashes: Set<String> = []

  /// A secret that no other is like.
  mutating func text() -> String {
    let text = "\(Secrets.marker)-\"\(count)\"-é"
    add(.string(text))
    return text
  }

  /// A number that no other is like, and that no time and no count is.
  mutating func number() -> Int {
    let number = 7_318_250_000_000 + 7919 * numbers.count
    numbers.insert(number)
    add(.number(JSONNumber(number)))
    return number
  }

  private mutating func add(_ value: JSONValue) {
    count += 1
    hashes.insert(value.stateHash.short)
  }

  /// What can be found of the secrets in a text: themselves, in base64 or in hex, or their hashes, whole or short.
  ///
  /// Works on bytes: regular expressions would take most of the time of all tests of this target.
  func traces(in text: String) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      var traces = Secrets.forms.filter { bytes.contains($0) }
      bytes.forEachRun(of: Secrets.isHexDigit) { run in
        if run.count >= 8, hashes.contains(String(decoding: run.prefix(8), as: UTF8.self)) {
          traces.append(String(decoding: run, as: UTF8.self))
        }
        // What is too short for a number has none in it.
        guard run.count >= 13 else { return }
        UnsafeBufferPointer(rebasing: run).forEachRun(of: Secrets.isDigit) { run in
          for start in stride(from: run.startIndex, through: run.endIndex - 13, by: 13) {
            let digits = String(decoding: run[start..<start + 13], as: UTF8.self)
            if let number = Int(digits), numbers.contains(number) { traces.append(digits) }
          }
        }
      }
      return traces
    }
  }

  private static let isHexDigit = (0..<256).map { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
  private static let isDigit = (0..<256).map { $0 >= 0x30 && $0 <= 0x39 }

  /// The marker as plain text, in hex, and in base64 at any position of a text.
  private static let forms: [String] = {
    let hex = Secrets.marker.utf8.map { String($0, radix: 16) }.joined()
    let base64 = (0..<3).map { shift in
      let padded = Array(repeating: UInt8(ascii: " "), count: shift) + Array(Secrets.marker.utf8)
      // The first and the last characters depend on the text around it.
      return String(Data(padded).base64EncodedString().dropFirst(shift == 0 ? 0 : 4).prefix(4))
    }
    return [Secrets.marker, hex, hex.uppercased()] + base64
  }()
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func contains(_ text: String) -> Bool {
    let sought = Array(text.utf8)
    guard let baseAddress else { return false }
    var start = baseAddress
    var left = count - sought.count + 1
    while left > 0, let found = memchr(start, Int32(sought[0]), left) {
      if memcmp(found, sought, sought.count) == 0 { return true }
      let next = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
      left -= next - start
      start = next
    }
    return false
  }

  /// Calls `body` with each longest run of bytes for which the table says `true`.
  fileprivate func forEachRun(of table: [Bool], _ body: (Slice<Self>) -> Void) {
    var start = 0
    while start < count {
      var end = start
      while end < count, table[Int(self[end])] { end += 1 }
      if end > start { body(self[start..<end]) }
      start = end + 1
    }
  }
}
