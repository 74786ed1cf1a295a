/// Text with styles that external text can't fake.
///
///     let title = "a\u{1b}[2J"
///     let text: StyledText = "the task \(title, .bold)"   // the task a\u{1b}[2J, the escape visible
///
/// Literals come from the tool and stay unchanged; every interpolated string is escaped.
package struct StyledText: Hashable, Sendable {
  /// A part with a style, as offsets in the text's bytes.
  private struct Span: Hashable, Sendable {
    var range: Range<Int>
    var style: Style
  }

  /// The text without styles, in UTF-8: appending bytes is several times as fast as appending strings.
  private var bytes: [UInt8] = []
  /// The parts with styles, in order.
  private var spans: [Span] = []

  private init() {}

  /// Creates a text from external text, whose control characters it escapes.
  package init(_ text: String, _ style: Style? = nil) { append(trusted: text.escapedForTerminal, style) }

  /// Creates a text from the tool's own text, with its line breaks; it must contain no external text.
  package init(trusted text: String, _ style: Style? = nil) { append(trusted: text, style) }

  /// The text without styles.
  package var plain: String { String(decoding: bytes, as: UTF8.self) }

  /// The text in UTF-8, with escape sequences for its styles, or without.
  package func rendered(isColored: Bool) -> [UInt8] {
    guard isColored, !spans.isEmpty else { return bytes }
    var result: [UInt8] = []
    var rest = 0
    for span in spans {
      result += bytes[rest..<span.range.lowerBound]
      result += span.style.start.utf8
      result += bytes[span.range]
      result += Style.end.utf8
      rest = span.range.upperBound
    }
    result += bytes[rest...]
    return result
  }

  /// The parts of the text, each with its style.
  package var parts: [(text: String, style: Style?)] {
    var parts: [(text: String, style: Style?)] = []
    func add(_ range: Range<Int>, _ style: Style?) {
      if !range.isEmpty { parts.append((String(decoding: bytes[range], as: UTF8.self), style)) }
    }
    var rest = 0
    for span in spans {
      add(rest..<span.range.lowerBound, nil)
      add(span.range, span.style)
      rest = span.range.upperBound
    }
    add(rest..<bytes.count, nil)
    return parts
  }

  /// Concatenates two texts.
  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum += right
    return sum
  }

  /// Appends a text.
  package static func += (left: inout StyledText, right: StyledText) {
    let count = left.bytes.count
    left.bytes += right.bytes
    for span in right.spans {
      left.spans.append(
        Span(range: span.range.lowerBound + count..<span.range.upperBound + count, style: span.style))
    }
  }

  /// Appends external text, like `init(_:_:)`.
  package mutating func append(_ text: String, _ style: Style? = nil) {
    append(trusted: text.escapedForTerminal, style)
  }

  /// Appends the tool's own text, like `init(trusted:_:)`.
  package mutating func append(trusted text: String, _ style: Style? = nil) {
    let start = bytes.count
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
    if let style, bytes.count > start { spans.append(Span(range: start..<bytes.count, style: style)) }
  }
}

extension StyledText: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self.init(trusted: value) }

  package init(stringInterpolation: Interpolation) { self = stringInterpolation.text }

  /// Collects the parts of an interpolated literal.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = StyledText()

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.bytes.reserveCapacity(literalCapacity + 16 * interpolationCount)
      text.spans.reserveCapacity(interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { text.append(trusted: literal) }

    /// Appends external text, escaped.
    package mutating func appendInterpolation(_ text: some StringProtocol, _ style: Style? = nil) {
      self.text.append(String(text), style)
    }

    /// Appends a number.
    package mutating func appendInterpolation(_ number: some BinaryInteger, _ style: Style? = nil) {
      text.append(trusted: String(number), style)
    }

    /// Appends a styled text as it is.
    package mutating func appendInterpolation(_ text: StyledText) { self.text += text }
  }
}
