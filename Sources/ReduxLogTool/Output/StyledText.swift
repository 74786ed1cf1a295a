/// Text with styles, in which nothing from outside can pose as one.
///
///     let title = "a\u{1b}[2J"
///     let text: StyledText = "the task \(title, .bold)"   // the task a\u{1b}[2J, the escape visible
///
/// The literal's own characters are the tool's and stay as they are; every interpolated string is escaped.
package struct StyledText: Hashable, Sendable {
  struct Run: Hashable, Sendable {
    var text: String
    var style: Style?
  }

  private(set) var runs: [Run]

  /// Creates a text from one that comes from outside: its control characters are escaped.
  package init(_ text: String, _ style: Style? = nil) {
    runs = [Run(text: text.escapedForTerminal, style: style)]
  }

  /// Creates a text from one that the tool has made, lines and all, and that holds nothing from outside.
  package init(trusted text: String, _ style: Style? = nil) {
    runs = [Run(text: text, style: style)]
  }

  private init(runs: [Run]) { self.runs = runs }

  /// The text without styles.
  package var plain: String { runs.map(\.text).joined() }

  /// How many columns the text takes, if it has no line ends.
  package var terminalWidth: Int { runs.reduce(0) { $0 + $1.text.terminalWidth } }

  /// The text with escape sequences for its styles, or without.
  func rendered(isColored: Bool) -> String {
    guard isColored else { return plain }
    var result = ""
    for run in runs {
      if let style = run.style, !run.text.isEmpty {
        result += style.start + run.text + Style.end
      } else {
        result += run.text
      }
    }
    return result
  }

  /// One text after the other.
  package static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(runs: left.runs + right.runs)
  }

  /// Appends a text.
  package static func += (left: inout StyledText, right: StyledText) { left.runs += right.runs }
}

extension StyledText: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self.init(trusted: value) }

  package init(stringInterpolation: Interpolation) { self.init(runs: stringInterpolation.runs) }

  /// Collects the parts of an interpolated literal.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var runs: [Run] = []

    package init(literalCapacity: Int, interpolationCount: Int) { runs.reserveCapacity(2 * interpolationCount + 1) }

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { runs.append(Run(text: literal, style: nil)) }
    }

    /// Appends a string from outside, escaped.
    package mutating func appendInterpolation(_ text: some StringProtocol, _ style: Style? = nil) {
      runs += StyledText(String(text), style).runs
    }

    /// Appends a number.
    package mutating func appendInterpolation(_ number: some BinaryInteger, _ style: Style? = nil) {
      runs += StyledText(trusted: String(number), style).runs
    }

    /// Appends a styled text as it is.
    package mutating func appendInterpolation(_ text: StyledText) { runs += text.runs }
  }
}
