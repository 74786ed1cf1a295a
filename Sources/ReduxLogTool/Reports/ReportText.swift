import CommandLineKit

/// A sentence of a report, in which what comes from a journal is told from what the tool says, so that each form of output
/// can make it harmless in its own way.
///
///     let name = "@everyone"
///     let text: ReportText = "the app \(name), 2 sessions"
///     text.markdown       // the app `@everyone`, 2 sessions
struct ReportText: Hashable {
  fileprivate enum Piece: Hashable {
    /// The tool's own words.
    case own(String)
    /// The tool's own words, of which a reader should take notice.
    case strong(String)
    /// The start of a text from outside, escaped.
    case quoted(String)
  }

  private static let quotedColumns = 160

  private var pieces: [Piece]

  /// Words of the tool that a reader should take notice of.
  static func strong(_ text: String) -> ReportText { ReportText(pieces: [.strong(text)]) }

  private init(pieces: [Piece]) { self.pieces = pieces }

  /// The text for a terminal.
  var styled: StyledText {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .own(let words): text += StyledText(trusted: words)
      case .strong(let words): text += StyledText(trusted: words, .warning)
      case .quoted(let words): text += StyledText(words, .label)
      }
    }
  }

  /// The text in Markdown.
  var markdown: String {
    pieces.map { piece in
      switch piece {
      case .own(let words): words
      case .strong(let words): "**\(words)**"
      case .quoted(let words): MarkdownCode.span(words)
      }
    }.joined()
  }

  static func + (left: ReportText, right: ReportText) -> ReportText { ReportText(pieces: left.pieces + right.pieces) }

  static func += (left: inout ReportText, right: ReportText) { left.pieces += right.pieces }
}

extension ReportText: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { pieces = [.own(value)] }

  init(stringInterpolation: Interpolation) { pieces = stringInterpolation.pieces }

  /// Collects the parts of an interpolated literal.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { if !literal.isEmpty { pieces.append(.own(literal)) } }

    /// Appends a text from outside.
    mutating func appendInterpolation(_ text: String) {
      pieces.append(.quoted(text.excerpt(columns: ReportText.quotedColumns)))
    }

    /// Appends words of the tool's own.
    mutating func appendInterpolation(own text: String) { pieces.append(.own(text)) }

    /// Appends a number.
    mutating func appendInterpolation(_ number: Int) { pieces.append(.own(String(number))) }

    /// Appends another text.
    mutating func appendInterpolation(_ text: ReportText) { pieces += text.pieces }
  }
}
