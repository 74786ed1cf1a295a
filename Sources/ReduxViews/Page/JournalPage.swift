private import CJournalPage
import Foundation

/// One HTML file that shows a journal in any browser, from a disk or a mail, without a request.
///
/// Its content security policy allows only the page's own script and style, by their hashes.
package struct JournalPage {
  /// Receives the page's bytes, in order.
  package typealias Write = (_ bytes: [UInt8]) throws -> Void

  /// The purpose of a page's script.
  package enum Purpose: Sendable {
    /// It shows the data in the page.
    case report
    /// It reads a journal that the user drops on the page.
    case viewer
    /// It shows a running app's journal as it grows, and talks to the tool that served it.
    case live
    /// Nothing: the page has no script.
    case index
  }

  private let title: String
  private let purpose: Purpose
  private let write: Write

  /// Creates a page.
  package init(title: String, for purpose: Purpose, write: @escaping Write) {
    self.title = title
    self.purpose = purpose
    self.write = write
  }

  /// Writes everything before the data.
  package func begin() throws {
    let script = script.map { "script-src \(ContentHash(of: $0)); worker-src blob:; " } ?? ""
    let connection = purpose == .live ? "connect-src 'self'; " : ""
    let policy = """
      default-src 'none'; \(script)\(connection)style-src \(ContentHash(of: Self.style)); img-src data:; base-uri 'none'; \
      form-action 'none'; require-trusted-types-for 'script'; trusted-types reduxlog
      """
    try write(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>\(HTMLText(title).markup)</title>
      <style>
      """)
    try write(Self.style)
    try write("</style>\n</head>\n<body>\n")
  }

  /// Writes JSON text, which the script reads at once.
  package func add(json: [UInt8], id: String) throws {
    try write("<script type=\"application/json\" id=\"\(id)\">")
    try write(Self.escaped(json))
    try write("</script>\n")
  }

  /// Writes bytes that the script unpacks when it needs them.
  package func add(compressing bytes: [UInt8], id: String) throws {
    try write("<script type=\"application/octet-stream\" id=\"\(id)\">")
    try write(Array(Data(Deflate.compress(bytes)).base64EncodedData()))
    try write("</script>\n")
  }

  /// Writes everything after the data.
  package func end(content: HTMLText) throws {
    try write("<main id=\"page\"><div class=\"static\">\(content.markup)</div></main>\n")
    if let script {
      try write("<script>")
      try write(script)
      try write("</script>\n")
    }
    try write("</body>\n</html>\n")
  }

  private func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Escapes `<`, which JSON has only in texts, so that no text ends the script's element.
  private static func escaped(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    for byte in json {
      if byte == UInt8(ascii: "<") { result += Array(#"\u003c"#.utf8) } else { result.append(byte) }
    }
    return result
  }

  private var script: [UInt8]? {
    let reader: [UInt8]
    switch purpose {
    case .report: reader = []
    case .viewer: reader = Self.bytes(of: page_reader())
    case .live: reader = Self.bytes(of: page_reader()) + Self.bytes(of: page_live())
    case .index: return nil
    }
    return Array("(function () {\n\"use strict\";\n".utf8) + Self.bytes(of: page_script()) + reader
      + Self.bytes(of: page_start()) + Array("})();\n".utf8)
  }

  private static var style: [UInt8] { bytes(of: page_style()) }

  private static func bytes(of asset: page_asset) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: asset.bytes, count: asset.count))
  }
}

/// HTML in which interpolated text is escaped, so that nothing in a journal becomes markup.
///
/// A literal's own characters are markup: `"<b>\(name)</b>"` makes any name bold and does no more. Interpolated `HTMLText`
/// stays as it is.
package struct HTMLText: ExpressibleByStringInterpolation, Sendable {
  package private(set) var markup: String

  package init(stringLiteral value: String) { markup = value }

  package init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }

  /// Creates text without markup.
  package init(_ text: some StringProtocol) { markup = HTMLText.escaped(text) }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    package init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity) }

    package mutating func appendLiteral(_ literal: String) { markup += literal }

    package mutating func appendInterpolation(_ html: HTMLText) { markup += html.markup }

    package mutating func appendInterpolation(_ text: some StringProtocol) { markup += HTMLText.escaped(text) }

    package mutating func appendInterpolation(_ number: Int) { markup += String(number) }
  }

  package static func += (text: inout HTMLText, more: HTMLText) { text.markup += more.markup }

  /// Joins parts.
  package static func joined(_ parts: some Sequence<HTMLText>) -> HTMLText {
    parts.reduce(into: "") { $0 += $1 }
  }

  /// Replaces what has a meaning in markup. Characters that HTML can't hold become U+FFFD; so do the controls that change
  /// the direction of text, which could make a line read as something else.
  private static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case "\u{0}"..." ", "\u{7F}"..."\u{9F}": result += scalar == " " ? " " : "\u{FFFD}"
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{200E}", "\u{200F}", "\u{61C}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The SHA-256 digest (FIPS 180-4) by which a content security policy allows a script or a style.
struct ContentHash: CustomStringConvertible {
  private static let constants: [UInt32] = primes(64).map { fraction(Double($0).cubeRoot) }
  private var state: [UInt32] = primes(8).map { fraction(Double($0).squareRoot()) }

  init(of bytes: some Collection<UInt8>) {
    var message = Array(bytes)
    let bitCount = UInt64(message.count) * 8
    message.append(0x80)
    message += Array(repeating: 0, count: (120 - message.count % 64) % 64)
    message += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * $0)) }
    message.withUnsafeBytes { message in
      ContentHash.constants.withUnsafeBufferPointer { constants in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
          guard let start = message.baseAddress, let words = words.baseAddress, let constants = constants.baseAddress
          else { return }
          for offset in stride(from: 0, to: message.count, by: 64) { add(start + offset, constants, words) }
        }
      }
    }
  }

  /// The source expression of a policy: `'sha256-…'`.
  var description: String {
    let digest = state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    return "'sha256-\(Data(digest).base64EncodedString())'"
  }

  /// Adds a block of 64 bytes. Ranges and collections would take eight times as long in a debug build.
  private mutating func add(
    _ block: UnsafeRawPointer, _ constants: UnsafePointer<UInt32>, _ words: UnsafeMutablePointer<UInt32>
  ) {
    var index = 0
    while index < 16 {
      words[index] = UInt32(bigEndian: block.load(fromByteOffset: 4 &* index, as: UInt32.self))
      index &+= 1
    }
    while index < 64 {
      let (early, late) = (words[index &- 15], words[index &- 2])
      let mixedEarly = early.rotated(7) ^ early.rotated(18) ^ early &>> 3
      let mixedLate = late.rotated(17) ^ late.rotated(19) ^ late &>> 10
      words[index] = words[index &- 16] &+ mixedEarly &+ words[index &- 7] &+ mixedLate
      index &+= 1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    index = 0
    while index < 64 {
      let choice = (e & f) ^ (~e & g)
      let first = h &+ (e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)) &+ choice &+ constants[index] &+ words[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
      index &+= 1
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  private static func primes(_ count: Int) -> [Int] {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < count {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes
  }

  /// The first 32 bits of the fraction of a number.
  private static func fraction(_ number: Double) -> UInt32 {
    UInt32((number - number.rounded(.down)) * 0x1p32)
  }
}

extension UInt32 {
  @_transparent
  fileprivate func rotated(_ bits: UInt32) -> UInt32 { self &>> bits | self &<< (32 &- bits) }
}

extension Double {
  fileprivate var cubeRoot: Double { cbrt(self) }
}
