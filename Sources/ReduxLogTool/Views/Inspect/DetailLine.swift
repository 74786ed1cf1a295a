import ReduxNotation
import StateTree
import TerminalText

/// A line of the details.
enum DetailLine {
  /// A difference.
  case change(ChangeList.Change)
  /// A value in the state's tree.
  case value(TreeValue)
  /// A step of a value's history.
  case step(ValueHistory.Step)
  /// A place that an action changed to a value that is known only by its hash.
  case place(String, short: String?)
  /// Text about the row; with a state to go to, or the value that it is about.
  case text(StyledText, seq: Int? = nil, about: JSONPointer? = nil)

  /// A value in the state's tree.
  struct TreeValue {
    /// The place of the value around it.
    let parent: JSONPointer
    /// Its key or index there; `nil` for the state itself.
    let token: String?
    let node: JSONNode
    let isOpen: Bool
    let hasChanged: Bool

    var place: JSONPointer { token.map { parent.appending($0) } ?? parent }
  }

  /// The place of the line's value; `nil` for a line without one.
  var place: JSONPointer? {
    switch self {
    case .change(let change): change.place
    case .value(let value): value.place
    case .step(let step): step.change.place
    case .place(let pointer, _): try? JSONPointer(pointer)
    case .text(_, _, let place): place
    }
  }

  /// The line as text.
  func text(columns: Int) -> StyledText {
    switch self {
    case .change(let change): return DetailLine.text(change, columns)
    case .value(let value): return value.text(columns: columns)
    case .step(let step):
      let seq = String(repeating: " ", count: max(0, 6 - String(step.seq).count)) + String(step.seq)
      let label = step.label.shortened(to: 24)
      let padding = String(repeating: " ", count: max(1, 16 - label.terminalWidth))
      var text: StyledText = "\(seq, .seq)  \(label, .label)\(padding) "
      text += DetailLine.values(of: step.change, max(20, columns - text.plain.terminalWidth))
      if let known = step.unknownSince { text += "  \("(or a step after \(known))", .warning)" }
      return text
    case .place(let pointer, let short):
      let place = pointer.isEmpty ? "(the whole state)" : pointer
      return short.map { "\("~", .changed) \(place, .key)  recorded \($0)" } ?? "\("-", .removed) \(place, .key)"
    case .text(let text, _, _): return text
    }
  }

  /// The values of a change, without its place.
  private static func values(of change: ChangeList.Change, _ columns: Int) -> StyledText {
    func short(_ value: JSONValue?, _ columns: Int) -> String {
      guard let value else { return "…" }
      let date = DateHint.text(of: value, at: change.place).map { " (\($0))" } ?? ""
      return JSONPrinter.shortened(value, columns: columns) + date
    }
    switch change {
    case .added(_, let new), .value(_, let new): return "\("+", .added) \(short(new, columns - 2), .added)"
    case .removed(_, let old): return "\("-", .removed) \(short(old, columns - 2), .removed)"
    case .changed(_, let old, let new):
      let left = short(old, max(8, (columns - 3) / 2))
      return "\(left, .removed) → \(short(new, max(8, columns - 3 - left.terminalWidth)), .added)"
    case .moved, .copied: return text(change, columns)
    }
  }

  private static func text(_ change: ChangeList.Change, _ columns: Int) -> StyledText {
    ChangeList([change]).lines(columns: columns).first ?? ""
  }
}

extension ChangeList.Change {
  /// The place of the change.
  var place: JSONPointer {
    switch self {
    case .added(let place, _), .removed(let place, _), .changed(let place, _, _), .value(let place, _),
      .moved(_, let place), .copied(_, let place):
      place
    }
  }
}

extension DetailLine.TreeValue {
  /// A value whose text is longer than this is shown by its size.
  private static let previewBytes = 4096

  private var isContainer: Bool { node.kind == .object || node.kind == .array }

  /// Whether the value has values in it.
  var canOpen: Bool { isContainer && node.count > 0 }

  func text(columns: Int) -> StyledText {
    let indent = String(repeating: " ", count: min(32, 2 * parent.tokens.count))
    let sign = !canOpen ? " " : isOpen ? "▾" : "▸"
    var text: StyledText = "\(StyledText(trusted: indent))\(StyledText(trusted: sign)) "
    if hasChanged { text += "\("~", .changed) " }
    let name = token ?? "state"
    text += "\(name, .key)\(StyledText(trusted: isOpen && canOpen ? "" : ": "))"
    guard !(isOpen && canOpen) else { return text }
    let room = max(8, columns - text.plain.terminalWidth)
    guard node.utf8Count <= Self.previewBytes || !isContainer else {
      let many = node.count == 1 ? "1 value" : "\(node.count) values"
      return text + (node.kind == .array ? "[…]  \(many)" : "{…}  \(many)")
    }
    let value = node.value
    if case .string = value { return text + "\(JSONPrinter.shortened(value, columns: room), .string)" }
    text += StyledText(JSONPrinter.shortened(value, columns: room))
    if let date = DateHint.text(of: value, at: place) { text += " \("(\(date))", .dim)" }
    return text
  }
}
