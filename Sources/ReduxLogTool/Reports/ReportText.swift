import CommandLineKit

/// A sentence of a report. It separates the journal's text from the tool's words, so that each output format can make
/// it harmless in its own way.
///
///     let name = "@everyone"
///     let text: ReportText = "the app \(name), 2 sessions"
///     text.markdown       // the app `@everyone`, 2 sessions
struct ReportText: Hashable {
  fileprivate enum Piece: Hashable {
    /// The tool's words.
    case own(String)
    /// The tool's words, emphasized.
    case strong(String)
    /// The start of an external text, escaped.
    case quoted(String)
  }

  private static let quotedColumns = 160

  private var pieces: [Piece]

  /// Creates emphasized words of the tool.
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

    /// Appends external text.
    mutating func appendInterpolation(_ text: String) {
      pieces.append(.quoted(text.excerpt(columns: ReportText.quotedColumns)))
    }

    /// Appends the tool's words.
    mutating func appendInterpolation(own text: String) { pieces.append(.own(text)) }

    /// Appends a number.
    mutating func appendInterpolation(_ number: Int) { pieces.append(.own(String(number))) }

    /// Appends another text.
    mutating func appendInterpolation(_ text: ReportText) { pieces += text.pieces }
  }
}
