import CommandLineKit
import ReduxInspection
import ReduxJournal
import ReduxNotation
import StateTree
import TerminalText

/// The lines of the details.
extension InspectModel {
  /// Returns all lines of the tab that is shown.
  func makeDetailLines() -> [DetailLine] {
    guard let row else { return [] }
    switch tab {
    case .changes: return changeLines(of: row)
    case .state: return stateLines
    case .action: return actionLines(of: row)
    case .history: return historyLines
    }
  }

  // MARK: Changes

  private func changeLines(of row: JournalRows.Row) -> [DetailLine] {
    if let pinned, pinned != seq {
      switch looks.difference(from: pinned, to: seq) {
      case nil: return [.text("comparing state \(seq) with state \(pinned)…")]
      case .failure(let failure): return lines(of: failure)
      case .success(let changes):
        return changes.changes.isEmpty
          ? [.text("state \(seq) equals state \(pinned)")] : changes.changes.map { .change($0) }
      }
    }
    switch row {
    case .damage(let failure, _): return lines(of: failure)
    case .event(let event): return changeLines(of: event, row)
    }
  }

  private func changeLines(of event: JournalEvent, _ row: JournalRows.Row) -> [DetailLine] {
    var lines: [DetailLine] = findings?.lines(at: row.seq).filter { _ in row.setsState } ?? []
    if let error = event.action?.error { lines.append(.text("\("refused:", .error) \(error)")) }
    if let action = event.action, action.interrupted {
      let what = action.hadReturned ? "had returned, but its state isn't here" : "never returned, so it led to no state"
      return lines + [.text("\("interrupted:", .error) its reducer \(what)")]
    }
    guard row.setsState else { return lines + [.text(texts(columns: 200).body(event))] }
    guard row.seq > rows.seqs.lowerBound else { return lines + [.text("the first state; the State tab shows it")] }
    if isUnknown(row) { return lines + recordedLines(of: event) + [InspectModel.unknown] }
    switch looks.step(to: row.seq) {
    case nil: return lines + recordedLines(of: event)
    case .success(let changes):
      var list = changes
      list.mask(RedactedPlaces(), secrets: event.action?.changedSecrets ?? [])
      let quiet = event.action?.mayChangeSecrets == true ? "no change that isn't redacted" : "it changed nothing"
      return lines + (list.changes.isEmpty ? [.text("\(quiet)")] : list.changes.map { .change($0) })
    case .failure(let failure):
      let isDivergence = failure.exitCode == .finding
      let reason: [DetailLine] =
        isDivergence
        ? [.text("\("Today's app does something else here; these places are the recorded ones.", .warning)")]
        : self.lines(of: failure)
      return lines + recordedLines(of: event) + reason
    }
  }

  /// The places that a record names.
  private func recordedLines(of event: JournalEvent) -> [DetailLine] {
    guard let action = event.action else { return [] }
    if action.isUnexamined { return [.text("The recorder didn't look at the state after this action.")] }
    let places = action.changed.map { DetailLine.place($0.pointer, short: $0.short) }
    return action.since.map { [.text("changed since state \($0):")] + places } ?? places
  }

  private func lines(of failure: CommandFailure) -> [DetailLine] {
    wrapped(failure.message).map { .text("\($0, .warning)") }
      + (failure.advice.map { wrapped($0).map { .text(StyledText($0)) } } ?? [])
  }

  /// A text in lines that fit into the details.
  private func wrapped(_ text: String) -> [String] {
    let columns = layout.details.columns
    var lines: [String] = []
    for word in text.split(separator: " ") {
      let next = lines.last.map { "\($0) \(word)" } ?? ""
      if lines.isEmpty || next.terminalWidth > columns {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = next
      }
    }
    return lines
  }

  // MARK: State

  private static let unknown = DetailLine.text(
    "\("not proven:", .warning) today's app differs before this state, and the journal has no hash of it")

  private var stateLines: [DetailLine] {
    if let row, isUnknown(row) { return [InspectModel.unknown] }
    switch looks.state(seq) {
    case nil: return [.text("looking at state \(seq)…")]
    case .failure(let failure): return lines(of: failure)
    case .success(let document):
      var changed: [JSONPointer] = []
      if case .success(let step)? = looks.step(to: seq) { changed = step.changes.map(\.place) }
      let root = DetailLine.TreeValue(parent: .root, token: nil, node: document.root, isOpen: true, hasChanged: false)
      guard root.canOpen else { return [.value(root)] }
      var lines: [DetailLine] = []
      append(valuesIn: root, changed, opened.compactMap { try? JSONPointer($0) }, to: &lines)
      return lines
    }
  }

  /// Appends the values in an open value, and those in them that are open.
  ///
  /// A collection may have many thousands: what is known of each is looked up by its key, and its place is made when wanted.
  private func append(
    valuesIn value: DetailLine.TreeValue, _ changed: [JSONPointer], _ opened: [JSONPointer],
    to lines: inout [DetailLine]
  ) {
    let place = value.place
    let depth = place.tokens.count
    let whole = changed.filter { $0.tokens.count <= depth }
    let inside = Dictionary(grouping: changed.filter { $0.tokens.count > depth }) { $0.tokens[depth] }
    let open = Dictionary(grouping: opened.filter { $0.tokens.count > depth }) { $0.tokens[depth] }
    func add(_ node: JSONNode, _ token: String) {
      let changes = inside[token]
      let openInside = open[token]
      let isOpen = openInside?.contains { $0.tokens.count == depth + 1 } == true
      let value = DetailLine.TreeValue(
        parent: place, token: token, node: node, isOpen: isOpen, hasChanged: !whole.isEmpty || changes != nil)
      lines.append(.value(value))
      guard isOpen, value.canOpen else { return }
      append(valuesIn: value, whole + (changes ?? []), openInside ?? [], to: &lines)
    }
    if value.node.kind == .array {
      for (index, element) in value.node.elements.enumerated() { add(element, String(index)) }
    } else {
      for (key, member) in value.node.members { add(member, key) }
    }
  }

  // MARK: Action

  private func actionLines(of row: JournalRows.Row) -> [DetailLine] {
    guard case .event(let event) = row else { return [.text("lines that can't be read")] }
    var lines: [DetailLine] = []
    func add(_ name: String, _ text: String, seq: Int? = nil) {
      let label = name + String(repeating: " ", count: max(1, 10 - name.count))
      lines.append(.text("\(label, .key)\(text)", seq: seq))
    }
    guard let action = event.action else {
      add("row", texts(columns: 200).body(event).plain)
      add("time", event.startsSession ? times.display(event.moment) : moment(of: event))
      if case .header(let header) = event.record, !header.context.isEmpty {
        lines += JSONPrinter.text(of: .object(header.context)).split(separator: "\n").map {
          .text(StyledText(String($0)))
        }
      }
      return lines
    }
    add("type", action.type)
    lines += JSONPrinter.text(of: action.shownAction).split(separator: "\n").map { .text(StyledText(String($0))) }
    add("time", moment(of: event))
    if action.replayability != .replayable, !action.isOutsideStep { add("replay", action.replayability.rawValue) }
    if let site = action.site { add("site", site) }
    if let cause = action.cause { add("cause", "action \(cause)", seq: cause) }
    for effect in effects(of: action) { add("caused", effect.text, seq: effect.seq) }
    if let seq = abandoned?.rewind(abandoning: row.seq) { add("abandoned", "by the rewind at \(seq)", seq: seq) }
    if let error = action.error { add("refused", error) }
    if let time = action.reducerMicroseconds { add("reducer", DurationFormat.rounded(microseconds: Int64(time))) }
    if let hash = action.hash { add("hash", hash.description) }
    if let reason = action.unhashed { add("no hash", reason) }
    return lines + comparisonLines(of: action)
  }

  private func moment(of event: JournalEvent) -> String {
    let start = Timestamp(microseconds: Int64(event.time - event.elapsed))
    return times.display(event.moment, since: start)
  }

  private static let shownEffects = 12

  /// The actions that an action caused.
  private func effects(of action: ActionRecord) -> [(text: String, seq: Int?)] {
    guard let survey else { return [("looking for actions that it caused…", nil)] }
    let seqs = survey.effects(of: action.seq)
    let shown = seqs.prefix(InspectModel.shownEffects).map { (text: name(ofSeq: $0), seq: Optional($0)) }
    return seqs.count > shown.count ? shown + [("and \(seqs.count - shown.count) more", nil)] : shown
  }

  private func name(ofSeq seq: Int) -> String {
    "\(seq) \(rows.row(at: rows.position(ofSeq: seq))?.action?.type ?? "")"
  }

  /// How the other actions of the type compare.
  private func comparisonLines(of action: ActionRecord) -> [DetailLine] {
    guard let survey else { return [.text("comparing it with other \(action.type)…")] }
    guard let comparison = survey.comparison(of: action) else { return [] }
    let sentences = comparison.sentences.flatMap(wrapped)
    let different = comparison.same > 0 ? comparison.different : []
    return sentences.map { .text(StyledText($0)) } + different.map { .text("Different: \(name(ofSeq: $0))", seq: $0) }
  }

  // MARK: History

  private var historyLines: [DetailLine] {
    guard let followed else { return [.text("b shows every action that set the value under the cursor")] }
    if let historyFailure { return lines(of: historyFailure) }
    guard let history, history.question == followed else {
      return [.text("following \(followed.place, .key) back from state \(followed.seq)…")]
    }
    var lines: [DetailLine] = [.text("\("who set", .bold) \(followed.place, .key), back from state \(followed.seq)")]
    lines += history.steps.map { .step($0) }
    if history.steps.isEmpty { lines.append(.text("no known state before \(followed.seq) has this value")) }
    if history.hasOlder { lines.append(.text("older steps set it, too")) }
    if let seq = history.stoppedAt { lines.append(.text("stopped at state \(seq)")) }
    return lines
  }

  /// The texts of rows.
  func texts(columns: Int) -> EventText {
    EventText(times: times, lastSeq: rows.seqs.upperBound, columns: columns)
  }
}

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
      if case (.string(let old)?, .string(let new)?) = (old, new), let difference = TextDifference(old, new) {
        var text: StyledText = ""
        difference.write(to: &text, columns: columns - 3)
        if text.plain.terminalWidth <= columns { return text }
      }
      let left = short(old, max(8, (columns - 3) / 2))
      return "\(left, .removed) → \(short(new, max(8, columns - 3 - left.terminalWidth)), .added)"
    case .moved, .copied, .redacted: return text(change, columns)
    }
  }

  private static func text(_ change: ChangeList.Change, _ columns: Int) -> StyledText {
    ChangeList([change]).lines(columns: columns).first ?? ""
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

extension JournalEvent {
  fileprivate var moment: Timestamp { Timestamp(microseconds: Int64(time)) }
}
