import CommandLineKit
import ReduxInspection
import ReduxJournal
import ReduxNotation
import StateTree
import TerminalText

/// The demands for work behind the screen, and its answers.
extension InspectModel {
  /// The steps that are fetched at once with one that is wanted while going back, where the first costs the most.
  private static let stepsBack = 32
  /// The steps that are fetched ahead.
  private static let stepsAhead = 8

  /// The look that the screen needs next; `nil` if it has all.
  var wantedLook: StateLook? {
    guard let row, !isUnknown(row) else { return nil }
    switch tab {
    case .state:
      if looks.state(seq) == nil { return .state(seq) }
      let next = isGoingBack ? seq - 1 : seq + 1
      return rows.seqs.contains(next) && looks.isWorthFetching(next) ? .state(next) : nil
    case .changes:
      if let pinned, pinned != seq {
        return looks.difference(from: pinned, to: seq) == nil ? .difference(from: pinned, to: seq) : nil
      }
      guard row.setsState, row.seq > rows.seqs.lowerBound else { return nil }
      return wantedSteps(to: row.seq)
    case .action, .history: return nil
    }
  }

  /// Whether the screen needs a survey of the actions that includes the selected one.
  var wantsSurvey: Bool {
    guard tab == .action, let action = row?.action else { return false }
    return survey.map { $0.reached < min(action.seq, rows.seqs.upperBound) } ?? true
  }

  /// Whether only today's reducers could make a state, behind a difference, where no hash would show that it is another one.
  func isUnknown(_ row: JournalRows.Row) -> Bool {
    guard let verdict = findings?.verdict, !rows.file.isSelfContained, let action = row.action else { return false }
    return action.hash == nil && !verdict.isReplayable(row.seq)
  }

  private func wantedSteps(to seq: Int) -> StateLook? {
    let first = rows.seqs.lowerBound + 1
    let isKnown = looks.step(to: seq) != nil
    if isGoingBack {
      // The next steps back, before the user reaches them.
      let last =
        isKnown ? (max(first, seq - InspectModel.stepsAhead)...seq).reversed().first { looks.step(to: $0) == nil } : seq
      return last.map { .changes(to: max(first, $0 - InspectModel.stepsBack + 1)...$0) }
    }
    guard isKnown else { return .changes(to: seq...seq) }
    let ahead = seq...min(rows.seqs.upperBound, seq + InspectModel.stepsAhead)
    return ahead.first { looks.step(to: $0) == nil }.map { .changes(to: $0...ahead.upperBound) }
  }

  /// Takes an answer.
  package func take(_ answer: InspectWork.Answer) -> [Demand] {
    defer { arrange() }
    switch answer {
    case .checked(let seq): if findings == nil { checked = .to(seq) }
    case .unverified:
      guard findings == nil else { break }
      if case .to(let seq) = checked { checked = .stopped(at: seq) } else { checked = .stopped(at: nil) }
    case .verified(let findings):
      checked = .done(findings)
      if !hasMoved, let seq = findings.opening {
        select(rows.position(ofSeq: seq))
        hasMoved = false
      }
    case .looked(let look, let answer):
      looks.keep(answer, to: look)
      findPlace()
    case .history(let question, let answer):
      guard question == followed else { break }
      switch answer {
      case .success(let found): history = found
      case .failure(let failure): historyFailure = failure
      }
    case .found(let found): take(found)
    case .abandoned(let states): abandoned = states
    case .surveyed(let found): survey = found
    case .grown(let file):
      proceed(to: file)
      return [(search, InspectWork.Scan.search), (filter, .filter)].compactMap { scan, kind in
        guard let scan, let block = scan.nextBlock else { return nil }
        return .find(scan.finder, kind, from: block)
      }
    case .lost(let failure):
      following = .ended
      message = StyledMessage(text: "following ended: \(failure.message)", isError: true)
    }
    return []
  }

  private func take(_ found: InspectWork.Found) {
    switch found.scan {
    case .search:
      guard search?.finder == found.finder else { return }
      search?.take(found)
      goToFirstMatch()
    case .filter:
      guard filter?.finder == found.finder else { return }
      let wasAtEnd = isAtEnd && following == .on && list.matches != nil
      filter?.take(found)
      list.matches = filter?.matches
      if wasAtEnd {
        goToLast()
      } else if list.matches?.contains(selected) == false, let first = list.first {
        select(selected < first ? first : list.nearest(to: selected))
      }
    }
  }

  /// The message that a search found nothing, and where it didn't look.
  func missing(_ search: Scan) -> StyledMessage {
    let limit = rows.file.isSelfContained ? "" : "; values that only reducers compute aren't searched"
    return StyledMessage(text: "no row contains '\(search.finder.text)'\(limit)", isError: true)
  }

  private func goToFirstMatch() {
    guard let start = searchStart, let search else { return }
    let next = search.matches.first { $0 >= start } ?? (search.isDone ? search.matches.first : nil)
    if let next {
      searchStart = nil
      select(list.nearest(to: next))
      message = StyledMessage(text: "'\(search.finder.text)': n and N go to the other matches")
    } else if search.isDone {
      searchStart = nil
      message = missing(search)
    }
  }
}

extension InspectModel.Scan {
  /// Ends the search where it is.
  mutating func stop() {
    isDone = true
    nextBlock = nil
  }

  /// Forgets the matches in the first block, whose rows have other places now, and before.
  mutating func dropRows(before block: Int) {
    if nextBlock != nil { nextBlock = block }
    matches.removeAll { $0.block <= block }
  }

  /// Adds what was found. Blocks that had more rows by then were searched again.
  fileprivate mutating func take(_ found: InspectWork.Found) {
    matches.removeAll { $0.block >= found.blocks.lowerBound }
    matches += found.matches
    reached = found.reached
    // The last block may get more rows.
    nextBlock = found.isDone ? found.blocks.upperBound - 1 : found.blocks.upperBound
    isDone = isDone || found.isDone
  }
}

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
  func open() -> [Demand] {
    guard focus == .details else {
      focus = .details
      return []
    }
    switch line {
    case .value(let value) where value.canOpen:
      if value.isOpen { opened.remove(value.place.description) } else { opened.insert(value.place.description) }
    case .value(let value): openedText = OpenedText(value.node.value, at: value.place)
    case .change(let change): openedText = OpenedText(change, goal: .place(change.place))
    case .place(let pointer, _): if let place = try? JSONPointer(pointer) { showInState(place) }
    case .step(let step): openedText = OpenedText(step.change, goal: .seq(step.seq))
    case .text(_, let seq?, _):
      goTo(seq)
      focus = .rows
    case .text(_, _, let place?): showInState(place)
    case .text: openedText = wholeDetails
    case nil: break
    }
    return []
  }

  /// All lines of the details that are text, from the one under the cursor on.
  private var wholeDetails: OpenedText {
    var (paragraphs, first): ([StyledText], Int) = ([], 0)
    for (number, line) in detailLines.enumerated() {
      guard case .text(let text, _, _) = line else { continue }
      if number == detailLine { first = paragraphs.count }
      paragraphs.append(text)
    }
    let copied = paragraphs.map(\.plain).joined(separator: "\n")
    return OpenedText(title: "\(tab.title)", paragraphs: paragraphs, copying: copied, from: first)
  }

  /// Closes an opened text, and goes on to where it leads.
  func leave(_ text: OpenedText) {
    openedText = nil
    switch text.goal {
    case .place(let place): showInState(place)
    case .seq(let seq):
      goTo(seq)
      tab = .changes
      focus = .rows
    case nil: break
    }
  }

  private func showInState(_ place: JSONPointer) {
    for count in 0...place.tokens.count {
      opened.insert(JSONPointer(tokens: Array(place.tokens.prefix(count))).description)
    }
    tab = .state
    wantedPlace = place
    findPlace()
  }

  /// Moves the cursor to the value that the user asked for, once its state is known.
  func findPlace() {
    guard let place = wantedPlace, tab == .state, case .success? = looks.state(seq) else { return }
    wantedPlace = nil
    arrange()
    detailLine = detailLines.lastIndex { $0.place.map { $0.isPrefix(of: place) } ?? false } ?? 0
    arrange()
    detailTop = max(0, detailLine - layout.details.rows / 2)
  }

  func unfold() -> [Demand] {
    if case .value(let value)? = line, value.canOpen, !value.isOpen { opened.insert(value.place.description) }
    return []
  }

  func fold() {
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
  func followValue() -> [Demand] {
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

  func pin() {
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

  func copy(_ text: String) -> [Demand] {
    message = StyledMessage(text: "copied \(text)")
    return [.copy(text)]
  }
}
