import StateTree
import TerminalText

extension JSONPrinter {
  /// The size of a piece of output.
  private static let pieceByteCount = 1 << 16

  /// Lays out JSON text like `bytes(of:)`, without creating the value. O(n).
  ///
  /// - Parameters:
  ///   - text: Valid JSON text, from a parser or an encoder.
  ///   - isColored: Whether to write styles.
  ///   - write: Receives the result in pieces, without a final line feed.
  /// - Throws: The errors of `write`, and `JSONError` for an invalid string.
  package static func indent(
    _ text: [UInt8], isColored: Bool, write: (_ piece: [UInt8]) throws -> Void
  ) throws {
    var printer = JSONPrinter(layout: .indented, isColored: isColored)
    try text.withUnsafeBytes { text in
      var tokens = Tokens(text: text)
      while let token = tokens.next() {
        try printer.write(token, in: text)
        guard printer.bytes.count >= pieceByteCount else { continue }
        try write(printer.bytes.copy)
        printer.bytes.removeLast(to: 0)
      }
    }
    try write(printer.bytes.copy)
  }

  private mutating func write(_ token: Tokens.Token, in text: UnsafeRawBufferPointer) throws {
    switch token {
    case .start(let bracket, let depth):
      bytes.append(bracket)
      newLine(depth)
    case .empty(let open, let close):
      bytes.append(open)
      bytes.append(close)
    case .end(let bracket, let depth):
      newLine(depth)
      bytes.append(bracket)
    case .comma(let depth):
      bytes.append(UInt8(ascii: ","))
      newLine(depth)
    case .colon:
      bytes.append(UInt8(ascii: ":"))
      bytes.append(UInt8(ascii: " "))
    case .plainString(let range, let isKey):
      styled(isKey ? .key : .string) { $0.copy(range, of: text) }
    case .string(let range, let isEscaped, let isKey):
      let content = UnsafeRawBufferPointer(rebasing: text[range])
      let decoded = isEscaped ? try JSONPrinter.decoded(content) : nil
      styled(isKey ? .key : .string) { printer in
        if var decoded {
          decoded.withUTF8 { printer.writeLiteral(utf8: UnsafeRawBufferPointer($0)) }
        } else {
          printer.writeLiteral(utf8: content)
        }
      }
    case .word(let range):
      if text[range.lowerBound] == UInt8(ascii: "n") {
        styled(.dim) { $0.copy(range, of: text) }
      } else {
        copy(range, of: text)
      }
    }
  }

  @inline(__always)
  private mutating func copy(_ range: Range<Int>, of text: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[range]))
  }

  /// Decodes a string with escapes, given without its quotes.
  private static func decoded(_ content: UnsafeRawBufferPointer) throws(JSONError) -> String? {
    try JSONDocument([UInt8(ascii: "\"")] + content + [UInt8(ascii: "\"")]).root.string
  }

  /// The tokens of a valid JSON text.
  private struct Tokens {
    enum Token {
      case start(UInt8, depth: Int)
      case empty(UInt8, UInt8)
      case end(UInt8, depth: Int)
      case comma(depth: Int)
      case colon
      /// A string that needs no escape, with its quotes.
      case plainString(Range<Int>, isKey: Bool)
      /// A string, without its quotes.
      case string(Range<Int>, isEscaped: Bool, isKey: Bool)
      /// A number, `true`, `false` or `null`.
      case word(Range<Int>)
    }

    let text: UnsafeRawBufferPointer
    private var position = 0
    private var depth = 0
    /// For each open container, whether it is an object.
    private var areObjects: [Bool] = []
    private var isKeyNext = false

    init(text: UnsafeRawBufferPointer) { self.text = text }

    mutating func next() -> Token? {
      skipSpace()
      guard position < text.count else { return nil }
      let byte = text[position]
      switch byte {
      case UInt8(ascii: "\""): return string()
      case UInt8(ascii: "{"), UInt8(ascii: "["): return start(byte)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        position += 1
        depth = max(0, depth - 1)
        _ = areObjects.popLast()
        return .end(byte, depth: depth)
      case UInt8(ascii: ","):
        position += 1
        isKeyNext = areObjects.last ?? false
        return .comma(depth: depth)
      case UInt8(ascii: ":"):
        position += 1
        return .colon
      default: return word()
      }
    }

    private mutating func skipSpace() {
      while position < text.count, text[position] <= 0x20 { position += 1 }
    }

    private mutating func start(_ open: UInt8) -> Token {
      position += 1
      skipSpace()
      if position < text.count, text[position] == open + 2 {
        position += 1
        return .empty(open, open + 2)
      }
      depth += 1
      areObjects.append(open == UInt8(ascii: "{"))
      isKeyNext = open == UInt8(ascii: "{")
      return .start(open, depth: depth)
    }

    private mutating func string() -> Token {
      let start = position + 1
      var end = start
      while end < text.count, JSONPrinter.isPlain(text[end]) { end += 1 }
      defer { isKeyNext = false }
      if end < text.count, text[end] == UInt8(ascii: "\"") {
        position = end + 1
        return .plainString(start - 1..<position, isKey: isKeyNext)
      }
      var isEscaped = false
      while end < text.count, text[end] != UInt8(ascii: "\"") {
        if text[end] == UInt8(ascii: "\\") {
          isEscaped = true
          end += 1
        }
        end += 1
      }
      end = min(end, text.count)
      position = min(end + 1, text.count)
      return .string(start..<end, isEscaped: isEscaped, isKey: isKeyNext)
    }

    private mutating func word() -> Token {
      let start = position
      position += 1
      while position < text.count, Tokens.isInWord(text[position]) { position += 1 }
      return .word(start..<position)
    }

    private static func isInWord(_ byte: UInt8) -> Bool {
      byte > 0x20 && byte != UInt8(ascii: ",") && byte != UInt8(ascii: "]") && byte != UInt8(ascii: "}")
    }
  }
}
