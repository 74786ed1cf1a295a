package import TerminalText

/// What differs between two texts, with a little of what they share around it.
///
/// The page finds the same, in `text-difference.js`; a test holds both to one table.
package struct TextDifference: Hashable, Sendable {
  /// What is shown of one of the texts. An ellipsis stands for what isn't shown.
  package struct Side: Hashable, Sendable {
    /// The end of what the texts share before the difference.
    package var head: String
    /// What differs.
    package var middle: String
    /// The start of what they share after it.
    package var tail: String
  }

  package let old: Side
  package let new: Side
  /// The line, in texts of several lines, and the lengths of long texts; may be empty.
  package let note: String
  /// Whether the differences look the same, so that characters outside of ASCII are shown by their code points.
  package let areAlike: Bool

  /// The scalars that texts must share at one end before some of them are left out.
  private static let leastShared = 24
  /// The shared scalars that are shown at each side of a difference, and the word around them.
  private static let context = 8
  /// The longest word that isn't cut.
  private static let longestWord = 24
  /// The longest difference that is shown whole.
  private static let longestMiddle = 160
  /// The longest text whose length isn't noted.
  private static let longest = 1000

  /// Compares two texts. O(n).
  ///
  /// - Returns: `nil` if both texts are shown whole.
  package init?(_ old: String, _ new: String) {
    let (before, after) = (Array(old.unicodeScalars)[...], Array(new.unicodeScalars)[...])
    let lines = ChangedLines(before, after)
    let (left, right) = lines.map { ($0.old, $0.new) } ?? (before, after)
    var prefix = left.commonPrefix(with: right)
    var suffix = min(left.count, right.count) - prefix
    suffix = left.suffix(suffix).reversed().commonPrefix(with: right.suffix(suffix).reversed())
    // A difference begins and ends with a word, so that it doesn't split a character either.
    prefix -= TextDifference.word(endingAt: prefix, in: [left, right])
    suffix -= TextDifference.word(startingAt: suffix, in: [left, right])
    var isLong = max(before.count, after.count) > TextDifference.longest
    func side(_ text: Text) -> Side {
      let (start, end) = (text.startIndex + prefix, text.endIndex - suffix)
      var (first, last) = (text.startIndex, text.endIndex)
      if prefix > TextDifference.leastShared {
        first = start - TextDifference.context
        first -= TextDifference.word(endingAt: first - text.startIndex, in: [text])
      }
      if suffix > TextDifference.leastShared {
        last = end + TextDifference.context
        last += TextDifference.word(startingAt: text.endIndex - last, in: [text])
      }
      let middle = text[start..<end]
      isLong = isLong || middle.count > TextDifference.longestMiddle
      return Side(
        head: (first > text.startIndex ? "…" : "") + String(text[first..<start]),
        middle: TextDifference.shown(middle),
        tail: String(text[end..<last]) + (last < text.endIndex ? "…" : ""))
    }
    (self.old, self.new) = (side(left), side(right))
    areAlike = self.old.middle.looksLike(self.new.middle)
    let counts = before.count == after.count ? [before.count] : [before.count, after.count]
    let lengths = isLong ? counts.map(\.description).joined(separator: " → ") + " characters" : nil
    note = [lines?.note, lengths].compactMap(\.self).joined(separator: ", ")
    if note.isEmpty, !areAlike, !self.old.isCut, !self.new.isCut { return nil }
  }

  /// Returns a difference, without the inside of a long one: the first change is at its start, and the last at its end.
  private static func shown(_ middle: Text) -> String {
    guard middle.count > longestMiddle else { return String(middle) }
    let most = longestMiddle / 2
    let start = middle.prefix(most - word(endingAt: most, in: [middle]))
    let end = middle.suffix(most - word(startingAt: most, in: [middle]))
    return String(start) + "…" + String(end)
  }

  fileprivate typealias Text = ArraySlice<Unicode.Scalar>

  /// The number of scalars of a word before a position that goes on after it in any of the texts, which share what is before.
  private static func word(endingAt position: Int, in texts: [Text]) -> Int {
    length(
      of: texts[0].prefix(position).reversed().prefix { $0.isInWord },
      goingOn: texts.contains { $0.dropFirst(position).first?.isInWord == true })
  }

  /// The same after a position that is counted from the end.
  private static func word(startingAt position: Int, in texts: [Text]) -> Int {
    length(
      of: texts[0].suffix(position).prefix { $0.isInWord },
      goingOn: texts.contains { $0.dropLast(position).last?.isInWord == true })
  }

  private static func length(of word: some Sequence<Unicode.Scalar>, goingOn: Bool) -> Int {
    guard goingOn else { return 0 }
    var count = 0
    for _ in word {
      count += 1
      if count > longestWord { return 0 }
    }
    return count
  }
}

/// The first lines that differ, of texts in which lines were changed and not only added or removed.
private struct ChangedLines {
  let old: TextDifference.Text
  let new: TextDifference.Text
  let note: String

  init?(_ old: TextDifference.Text, _ new: TextDifference.Text) {
    let before = old.split(separator: "\n", omittingEmptySubsequences: false)
    let after = new.split(separator: "\n", omittingEmptySubsequences: false)
    let prefix = before.commonPrefix(with: after)
    let most = min(before.count, after.count) - prefix
    let suffix = before.suffix(most).reversed().commonPrefix(with: after.suffix(most).reversed())
    guard before.count > 1 || after.count > 1, most > suffix else { return nil }
    (self.old, self.new) = (before[prefix], after[prefix])
    let last = max(before.count, after.count) - suffix
    note = "line \(prefix + 1)" + (last == prefix + 1 ? "" : " and others up to line \(last)")
  }
}

extension TextDifference.Side {
  fileprivate var isCut: Bool { head.unicodeScalars.first == "…" || tail.unicodeScalars.last == "…" }
}

extension Sequence where Element: Equatable {
  /// The number of equal elements at the start.
  fileprivate func commonPrefix(with other: some Sequence<Element>) -> Int {
    var count = 0
    for (one, other) in zip(self, other) {
      guard one == other else { break }
      count += 1
    }
    return count
  }
}

extension Unicode.Scalar {
  /// Whether a text isn't cut beside the scalar: in words, and in characters of several scalars.
  fileprivate var isInWord: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark,
      .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation:
      true
    default: self == "\u{200D}" || properties.isEmojiPresentation
    }
  }
}

extension String {
  fileprivate init(_ scalars: ArraySlice<Unicode.Scalar>) {
    self.init(String.UnicodeScalarView(scalars))
  }
}

extension TextDifference {
  /// Appends both sides as JSON strings, what differs reversed, and the note.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - columns: The preferred width of both sides and the note together; `nil` to cut no more of them.
  package func write(to text: inout StyledText, columns: Int?) {
    let noteWidth = note.isEmpty ? 0 : note.terminalWidth + 3
    let half = columns.map { max(($0 - noteWidth) / 2, 16) }
    old.write(to: &text, .removed, columns: half, escaping: areAlike)
    text.append(trusted: " → ")
    new.write(to: &text, .added, columns: half, escaping: areAlike)
    if !note.isEmpty { text.append(trusted: " (\(note))", .dim) }
  }
}

extension TextDifference.Side {
  fileprivate func write(to text: inout StyledText, _ style: Style, columns: Int?, escaping escapesAll: Bool) {
    func shown(_ middle: String) -> String {
      escapesAll ? Self.escaped(middle).showingCodePoints : Self.escaped(middle)
    }
    var (head, middle, tail) = (Self.escaped(head), shown(middle), Self.escaped(tail))
    if let columns {
      // Without the quotes.
      let room = columns - 2
      func isWide() -> Bool { head.terminalWidth + middle.terminalWidth + tail.terminalWidth > room }
      if isWide(), !tail.isEmpty { tail = "…" }
      if isWide(), !head.isEmpty { head = "…" }
      if isWide() {
        let pieces = self.middle.map { shown(String($0)) }
        middle = Self.ends(of: pieces, to: room - head.terminalWidth - tail.terminalWidth)
      }
    }
    text.append(trusted: "\"", style)
    text.append(head, style)
    text.append(middle, style.reversed)
    text.append(tail, style)
    text.append(trusted: "\"", style)
  }

  /// The first pieces of a text and its last, in a number of columns.
  private static func ends(of pieces: [String], to columns: Int) -> String {
    var (start, end, width) = (0, pieces.count, 1)
    while start < end, width + pieces[start].terminalWidth <= (columns + 1) / 2 {
      width += pieces[start].terminalWidth
      start += 1
    }
    while start < end, width + pieces[end - 1].terminalWidth <= columns {
      end -= 1
      width += pieces[end].terminalWidth
    }
    return pieces[..<start].joined() + "…" + pieces[end...].joined()
  }

  /// The content of a JSON string, without its quotes.
  private static func escaped(_ content: String) -> String {
    String(JSONPrinter.literal(content).dropFirst().dropLast())
  }
}
