import CommandLineKit
import ReduxJournal

/// What the work behind the screen demands and answers.
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
  mutating func take(_ answer: InspectWork.Answer) {
    switch answer {
    case .checked(let seq): if findings == nil { checked = .to(seq) }
    case .unverified:
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
      guard question == followed else { return }
      switch answer {
      case .success(let found): history = found
      case .failure(let failure): historyFailure = failure
      }
    case .found(let scan, let finder, let matches, let reached, let isDone):
      take(scan, finder, matches, reached: reached, isDone: isDone)
    }
    arrange()
  }

  private mutating func take(
    _ scan: InspectWork.Scan, _ finder: TextFinder, _ matches: [JournalRows.Position], reached: Int, isDone: Bool
  ) {
    switch scan {
    case .search:
      guard search?.finder == finder else { return }
      search?.matches += matches
      search?.reached = reached
      search?.isDone = isDone
      goToFirstMatch()
    case .filter:
      guard filter?.finder == finder else { return }
      filter?.matches += matches
      filter?.reached = reached
      filter?.isDone = isDone
      list.matches = filter?.matches
      if list.matches?.contains(selected) == false, let first = list.first {
        select(selected < first ? first : list.nearest(to: selected))
      }
    }
  }

  private mutating func goToFirstMatch() {
    guard let start = searchStart, let search else { return }
    let next = search.matches.first { $0 >= start } ?? (search.isDone ? search.matches.first : nil)
    if let next {
      searchStart = nil
      select(list.nearest(to: next))
      message = StyledMessage(text: "'\(search.finder.text)': n and N go to the other matches")
    } else if search.isDone {
      searchStart = nil
      message = StyledMessage(text: "no row contains '\(search.finder.text)'", isError: true)
    }
  }
}
