import CommandLineKit
import ReduxJournal
import ReduxNotation
import StateTree

/// The keys that act on the value under the cursor.
extension InspectModel {
  private var line: DetailLine? { detailLines.indices.contains(detailLine) ? detailLines[detailLine] : nil }

  /// The place under the cursor: in the list, the first one that the action changed.
  private var place: JSONPointer? {
    if focus == .details { return line?.place }
    if tab == .changes || tab == .history, case .success(let changes)? = looks.step(to: seq) {
      return changes.changes.first?.place
    }
    return row?.action?.changed.first.flatMap { try? JSONPointer($0.pointer) }
  }

  /// Opens what is under the cursor.
  mutating func open() -> [Demand] {
    guard focus == .details else {
      focus = .details
      return []
    }
    switch line {
    case .value(let value) where value.canOpen:
      if value.isOpen { opened.remove(value.place.description) } else { opened.insert(value.place.description) }
    case .change(let change): showInState(change.place)
    case .place(let pointer, _): if let place = try? JSONPointer(pointer) { showInState(place) }
    case .step(let step):
      goTo(step.seq)
      tab = .changes
      focus = .rows
    case .text(_, let seq?, _):
      goTo(seq)
      focus = .rows
    case .text(_, _, let place?): showInState(place)
    default: break
    }
    return []
  }

  private mutating func showInState(_ place: JSONPointer) {
    for count in 0...place.tokens.count {
      opened.insert(JSONPointer(tokens: Array(place.tokens.prefix(count))).description)
    }
    tab = .state
    wantedPlace = place
    findPlace()
  }

  /// Moves the cursor to the value that the user asked for, once its state is known.
  mutating func findPlace() {
    guard let place = wantedPlace, tab == .state, case .success? = looks.state(seq) else { return }
    wantedPlace = nil
    arrange()
    detailLine = detailLines.lastIndex { $0.place.map { $0.isPrefix(of: place) } ?? false } ?? 0
    arrange()
    detailTop = max(0, detailLine - layout.details.rows / 2)
  }

  mutating func unfold() -> [Demand] {
    if case .value(let value)? = line, value.canOpen, !value.isOpen { opened.insert(value.place.description) }
    return []
  }

  mutating func fold() {
    guard focus == .details, case .value(let value)? = line else { return }
    if value.isOpen, value.canOpen {
      opened.remove(value.place.description)
    } else if let parent = parent(of: value.place), !parent.isRoot {
      opened.remove(parent.description)
      detailLine = detailLines.firstIndex { $0.place == parent } ?? 0
    }
  }

  private func parent(of place: JSONPointer) -> JSONPointer? {
    place.isRoot ? nil : JSONPointer(tokens: place.tokens.dropLast())
  }

  /// Follows the value under the cursor back.
  mutating func followValue() -> [Demand] {
    guard let place else {
      message = StyledMessage(text: "put the cursor on a value first: Tab goes to the details", isError: true)
      return []
    }
    let question = ValueHistory.Question(place: place.description, seq: seq)
    tab = .history
    detailLine = 0
    detailTop = 0
    focus = .details
    guard question != history?.question else {
      followed = question
      return []
    }
    followed = question
    history = nil
    historyFailure = nil
    return [.follow(question)]
  }

  mutating func pin() {
    tab = .changes
    if pinned == nil {
      pinned = seq
      message = StyledMessage(text: "state \(seq) is pinned: Changes shows the differences from it; c ends that")
    } else {
      pinned = nil
    }
  }

  // MARK: Copying

  /// The selected state or value, as commands take it.
  var point: String {
    let path = ShellWord.quoted(rows.file.path + "@\(seq)" + (focus == .details ? place.map { ":\($0)" } ?? "" : ""))
    return path
  }

  /// The command that shows the same.
  var commandLine: String { "reduxlog show \(point)" }

  mutating func copy(_ text: String) -> [Demand] {
    message = StyledMessage(text: "copied \(text)")
    return [.copy(text)]
  }
}
