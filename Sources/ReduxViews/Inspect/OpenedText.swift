import ReduxInspection
import ReduxNotation
import StateTree
import TerminalText

/// A value or another text of the details on the whole screen, wrapped.
struct OpenedText {
  /// Where Enter leads from here.
  enum Goal: Hashable {
    /// A value in the selected state.
    case place(JSONPointer)
    /// The row of a state.
    case seq(Int)
  }

  /// A line as wide as the screen, or narrower.
  struct Line {
    let text: StyledText
    /// The paragraph that it is a part of, and the number of characters before it there.
    let start: (paragraph: Int, offset: Int)
  }

  /// The most characters of a text that are shown: to wrap more takes too long between two keys.
  private static let longest = 1 << 17

  let title: StyledText
  /// The text that `y` copies.
  let copied: String
  let goal: Goal?
  private let paragraphs: [StyledText]
  private(set) var lines: [Line] = []
  private(set) var top = 0
  /// The text of the last search.
  private var finder: TextFinder?
  /// The lines in which the occurrences of the searched text begin.
  private var matches: [Int] = []
  /// The occurrence that was shown last.
  private var match: Int?
  private var size = (columns: 0, rows: 0)
  /// The paragraph to begin with.
  private let first: Int

  init(title: StyledText, paragraphs: [StyledText], copying copied: String, goal: Goal? = nil, from paragraph: Int = 0)
  {
    self.title = title
    self.copied = copied
    self.goal = goal
    self.paragraphs = paragraphs
    first = paragraph
  }

  // MARK: Lines

  /// The line in which the occurrence begins that was shown last.
  var matchedLine: Int? { match.map { matches[$0] } }

  /// Wraps the text for a screen, which goes on showing the same part of it.
  mutating func fit(columns: Int, rows: Int) {
    if columns != size.columns {
      let shown = lines.indices.contains(top) ? lines[top].start : (first, 0)
      lines = paragraphs.enumerated().flatMap { number, text in
        text.wrapped(to: columns).map { Line(text: $1, start: (number, $0)) }
      }
      top = line(at: shown)
      if let finder { find(finder) }
    }
    size = (columns, rows)
    scroll(to: top)
  }

  /// The line that a character is in.
  private func line(at place: (paragraph: Int, offset: Int)) -> Int {
    var (first, last) = (0, lines.count)
    while first < last {
      let middle = (first + last) / 2
      if lines[middle].start > place { last = middle } else { first = middle + 1 }
    }
    return max(0, first - 1)
  }

  /// Scrolls so that a line is the first one, if enough lines follow.
  mutating func scroll(to line: Int) { top = max(0, min(line, lines.count - size.rows)) }

  // MARK: Searching

  /// Finds all occurrences of a text.
  private mutating func find(_ finder: TextFinder) {
    self.finder = finder
    match = nil
    matches = paragraphs.enumerated().flatMap { number, paragraph in
      finder.offsets(in: paragraph.plain).map { line(at: (number, $0)) }
    }
  }

  /// Searches for a text, and goes to its first occurrence from the top of the screen on.
  ///
  /// - Returns: What to tell the user.
  mutating func search(_ text: String) -> String {
    find(TextFinder(text))
    match = matches.firstIndex { $0 >= top } ?? matches.indices.first
    return showMatch()
  }

  /// Goes to the next occurrence of the searched text, or to the one before.
  ///
  /// - Returns: What to tell the user.
  mutating func goToMatch(_ direction: Int) -> String {
    guard finder != nil else { return "/ searches first" }
    match = match.map { ($0 + direction + matches.count) % matches.count } ?? matches.indices.first
    return showMatch()
  }

  private mutating func showMatch() -> String {
    guard let match, let finder else { return "no line contains '\(finder?.text ?? "")'" }
    let line = matches[match]
    if !(top..<top + size.rows).contains(line) { scroll(to: line - size.rows / 2) }
    return "'\(finder.text)': match \(match + 1) of \(matches.count)"
  }
}

// MARK: - Values

extension OpenedText {
  /// A value, with its date if it is one.
  init(_ value: JSONValue, at place: JSONPointer) {
    let date = DateHint.text(of: value, at: place).map { [StyledText("(\($0))", .dim)] } ?? []
    self.init(
      title: "\(OpenedText.name(of: place), .key)", paragraphs: OpenedText.paragraphs(of: value) + date,
      copying: OpenedText.text(of: value))
  }

  /// A change, with the values before and after it.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - goal: Where Enter leads.
  init(_ change: ChangeList.Change, goal: Goal) {
    var (paragraphs, copied): ([StyledText], String?) = ([], nil)
    func add(_ title: StyledText, _ value: JSONValue?, _ text: [StyledText]? = nil) {
      guard let value else { return paragraphs.append("\(title) a value that is too long to be kept here") }
      paragraphs += [title] + (text ?? OpenedText.paragraphs(of: value))
      copied = OpenedText.text(of: value)
    }
    switch change {
    case .added(_, let new): add("\("added", .added)", new)
    case .value(_, let value): add("\("set", .added)", value)
    case .removed(_, let old): add("\("removed", .removed)", old)
    case .changed(_, .string(let old)?, .string(let new)?):
      let texts = OpenedText.paragraphs(of: old, new)
      add("\("before", .removed)", .string(old), texts.old)
      add("\("after", .added)", .string(new), texts.new)
    case .changed(_, let old, let new):
      add("\("before", .removed)", old)
      add("\("after", .added)", new)
    case .moved, .copied, .redacted: paragraphs = ChangeList([change]).lines(columns: nil)
    }
    self.init(
      title: "\(OpenedText.name(of: change.place), .key)", paragraphs: paragraphs,
      copying: copied ?? change.place.description, goal: goal)
  }

  private static func name(of place: JSONPointer) -> String { place.isRoot ? "(the whole state)" : place.description }

  /// A text as it is, and JSON for any other value.
  private static func text(of value: JSONValue) -> String {
    if case .string(let text) = value { return text }
    return JSONPrinter.text(of: value)
  }

  private static func paragraphs(of value: JSONValue) -> [StyledText] {
    let (text, note) = cut(text(of: value))
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { StyledText(String($0)) } + note
  }

  /// The start of a text, and a note of what isn't shown.
  private static func cut(_ text: String) -> (text: Substring, note: [StyledText]) {
    let start = text.prefix(longest)
    let rest = text.utf8.count - start.utf8.count
    return (start, rest == 0 ? [] : ["\("… and \(rest) more bytes; Y copies the command that prints them all", .dim)"])
  }

  /// The paragraphs of two texts, in which what differs stands out.
  private static func paragraphs(of old: String, _ new: String) -> (old: [StyledText], new: [StyledText]) {
    let (before, after) = (cut(old), cut(new))
    let (old, new) = (Array(before.text), Array(after.text))
    let shortest = min(old.count, new.count)
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.reversed(), new.reversed()).prefix(shortest - head).prefix { $0 == $1 }.count
    func marked(_ text: [Character], _ style: Style) -> [StyledText] {
      var paragraphs: [StyledText] = [""]
      for (part, style) in [
        (text[..<head], nil), (text[head..<text.count - tail], style), (text[(text.count - tail)...], nil),
      ] {
        for (number, line) in part.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
          if number > 0 { paragraphs.append("") }
          paragraphs[paragraphs.count - 1].append(String(line), style)
        }
      }
      return paragraphs
    }
    return (marked(old, .removed) + before.note, marked(new, .added) + after.note)
  }
}

extension StyledText {
  /// The text in lines that fit into some columns, broken behind a space where one is near, each with the number of
  /// characters before it.
  fileprivate func wrapped(to columns: Int) -> [(offset: Int, text: StyledText)] {
    let characters = parts.flatMap { part in part.text.map { (character: $0, style: part.style) } }
    var lines: [(offset: Int, text: StyledText)] = []
    var start = 0
    repeat {
      let offset = start
      var (end, width) = (start, 0)
      while end < characters.count {
        width += characters[end].character.terminalWidth
        // A character that is wider than the screen has a line of its own.
        if width > columns, end > start { break }
        end += 1
      }
      if end < characters.count,
        let space = characters[start + (end - start) / 2..<end].lastIndex(where: { $0.character == " " })
      {
        end = space + 1
      }
      var line: StyledText = ""
      while start < end {
        let style = characters[start].style
        let run = characters[start..<end].prefix { $0.style == style }
        line.append(trusted: String(run.map(\.character)), style)
        start += run.count
      }
      lines.append((offset, line))
    } while start < characters.count
    return lines
  }
}

extension TextFinder {
  /// The numbers of characters before each occurrence in a text.
  fileprivate func offsets(in text: String) -> [Int] {
    guard !self.text.isEmpty, isIn(text) else { return [] }
    func folded(_ text: String) -> [Character] {
      text.map { character in character.isASCII ? character.lowercased().first ?? character : character }
    }
    let (sought, text) = (folded(self.text), folded(text))
    return text.indices.filter { text[$0...].starts(with: sought) }
  }
}
