import CommandLineKit
import SystemSupport
import TerminalText

/// The lines that the demo shows, which it draws again in place. The lines above, such as the page's address, stay.
struct DemoScreen {
  /// What it shows.
  struct Content: Equatable {
    var state: DemoApp.State
    /// Which state that is, if it isn't the head.
    var past: String?
    var message = ""
  }

  private static let prompt = "> "
  /// The lines above the prompt, besides the items.
  private static let fixedCount = 6

  private let output: TextOutput
  /// The terminal, unless the output goes elsewhere: then each screen follows the one before.
  private let terminal: Int32?
  /// The number of lines up to the prompt, once drawn; it stays the same, so that a line that is being typed can stay, too.
  private var count = 0
  private var columns = Int.max
  /// Whether the cursor is behind the prompt.
  var isAtPrompt = false

  init(_ output: TextOutput, terminal: Int32?) {
    self.output = output
    self.terminal = terminal
  }

  /// Draws the content. The user may be typing.
  mutating func draw(_ content: Content) throws {
    guard terminal != nil, count > 0 else { return try begin(content, after: "") }
    var bytes = Array("\u{1b}7\r\u{1b}[\(count - 1)A".utf8)
    for line in lines(content, itemCount: count - 1 - DemoScreen.fixedCount) { bytes += line + "\u{1b}[K\n".utf8 }
    try output.data(bytes + "\u{1b}8".utf8)
    try output.flush()
  }

  /// Draws the content after the user has typed lines, each with its line feed.
  mutating func draw(_ content: Content, after typed: String) throws { try begin(content, after: typed) }

  /// Leaves the line of the prompt.
  func end() throws {
    if isAtPrompt { try output.line() }
    try output.flush()
  }

  private mutating func begin(_ content: Content, after typed: String) throws {
    var bytes: [UInt8] = []
    var itemCount = 8
    if let terminal {
      // What was typed has scrolled the screen: go up by as many lines.
      bytes = count == 0 ? [0x0a] : Array("\r\u{1b}[\(count - 1 + rowCount(of: typed))A\u{1b}[J".utf8)
      let size = Platform.size(ofTerminal: terminal)
      columns = size?.columns ?? 80
      itemCount = min(8, max(2, (size?.rows ?? 24) - DemoScreen.fixedCount - 3))
      count = itemCount + DemoScreen.fixedCount + 1
    }
    for line in lines(content, itemCount: itemCount) { bytes += line + "\n".utf8 }
    if terminal != nil {
      bytes += DemoScreen.prompt.utf8
      isAtPrompt = true
    }
    try output.data(bytes)
    try output.flush()
  }

  /// The rows that typed lines take, the first behind the prompt.
  private func rowCount(of typed: String) -> Int {
    var rows = 0
    var width = DemoScreen.prompt.count
    for line in typed.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      rows += 1 + (line.reduce(width) { $0 + $1.terminalWidth }) / columns
      width = 0
    }
    return rows
  }

  private func lines(_ content: Content, itemCount: Int) -> [[UInt8]] {
    let items = content.state.items
    var lines: [StyledText] = ["\("To do", .bold)"]
    if let past = content.past { lines[0] += "  \(past, Style.changed.reversed)" }
    lines += items.suffix(itemCount).map { item in
      "  \(item.id)  \(item.isDone ? "[x]" : "[ ]")  \(item.text, item.isDone ? Style.dim : nil)"
    }
    lines += Array(repeating: "", count: max(0, itemCount - items.count))
    lines += [
      "",
      "In the browser, choose an action: \("s", .bold) shows its state here, \("h", .bold) returns, \("x", .bold) leaves it out.",
      "Here, type \("add TEXT", .bold), \("done N", .bold), \("remove N", .bold) or \("quit", .bold).",
      "",
      "\(content.message, .changed)",
    ]
    return lines.map { $0.fitting(columns).rendered(isColored: output.isColored) }
  }
}

extension StyledText {
  /// The text up to a number of columns.
  fileprivate func fitting(_ columns: Int) -> StyledText {
    var result: StyledText = ""
    var width = 0
    for part in parts {
      let fitting = part.text.prefix { character in
        width += character.terminalWidth
        return width < columns
      }
      result.append(trusted: String(fitting), part.style)
      if width >= columns { break }
    }
    return result
  }
}
