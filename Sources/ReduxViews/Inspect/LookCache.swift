import CommandLineKit
import ReduxInspection
import ReduxJournal
import ReduxNotation
import StateTree

/// The known states and changes near the selected state.
struct LookCache {
  /// Changes further away than this are forgotten.
  private static let reach = 400

  /// The number of answers that were kept.
  private(set) var version = 0
  /// The changes of steps, or the reasons why they are unknown.
  private var steps: [Int: Result<ChangeList, CommandFailure>] = [:]
  private var failures: [StateLook: CommandFailure] = [:]
  /// The latest whole states, the last one first.
  private var states: [(seq: Int, document: JSONDocument)] = []
  /// Larger states are fetched only when they are shown.
  private static let prefetchedBytes = 8 << 20
  private static let keptStates = 3
  private var difference: (from: Int, to: Int, changes: ChangeList)?

  /// Returns the changes of the step to a state; `nil` if they aren't known yet.
  func step(to seq: Int) -> Result<ChangeList, CommandFailure>? { steps[seq] }

  /// A whole state; `nil` if it isn't known yet.
  func state(_ seq: Int) -> Result<JSONDocument, CommandFailure>? {
    if let failure = failures[.state(seq)] { return .failure(failure) }
    return states.first { $0.seq == seq }.map { .success($0.document) }
  }

  /// Whether a state should be fetched before the user wants it.
  func isWorthFetching(_ seq: Int) -> Bool {
    state(seq) == nil && (states.first?.document.bytes.count ?? .max) <= LookCache.prefetchedBytes
  }

  /// Returns the differences between two states; `nil` if they aren't known yet.
  func difference(from old: Int, to new: Int) -> Result<ChangeList, CommandFailure>? {
    if let failure = failures[.difference(from: old, to: new)] { return .failure(failure) }
    guard let difference, difference.from == old, difference.to == new else { return nil }
    return .success(difference.changes)
  }

  /// Keeps an answer.
  mutating func keep(_ answer: Result<InspectWork.Looked, CommandFailure>, to look: StateLook) {
    version += 1
    switch answer {
    case .failure(let failure):
      switch look {
      case .changes(let seqs): for seq in seqs where steps[seq] == nil { steps[seq] = .failure(failure) }
      default: failures[look] = failure
      }
    case .success(let looked):
      switch look {
      case .changes(let seqs):
        for step in looked.steps { steps[step.seq] = LookCache.changes(of: step) }
        if steps.count > 2 * LookCache.reach {
          steps = steps.filter { abs($0.key - seqs.lowerBound) <= LookCache.reach }
        }
      case .state(let seq):
        guard let document = looked.state else { return }
        states.insert((seq, document), at: 0)
        let isLarge = document.bytes.count > LookCache.prefetchedBytes
        states = Array(states.prefix(isLarge ? 1 : LookCache.keptStates))
      case .difference(let old, let new):
        guard let step = looked.steps.first else { return }
        switch LookCache.changes(of: step) {
        case .success(let changes): difference = (old, new, changes)
        case .failure(let failure): failures[look] = failure
        }
      }
    }
  }

  private static func changes(of step: StateLook.Step) -> Result<ChangeList, CommandFailure> {
    if let failure = step.failure { return .failure(failure) }
    do { return .success(try step.changes()) } catch {
      return .failure(CommandFailure("the changes can't be shown: \(error)"))
    }
  }
}

extension TextFinder {
  /// Whether a row contains the text: in types, arguments, places, values, errors and marks.
  func matches(_ row: JournalRows.Row) -> Bool {
    switch row {
    case .damage(let failure, _): return isIn(failure.message)
    case .event(let event): return event.action.map(matches) ?? event.texts.contains(where: isIn)
    }
  }

  private func matches(_ action: ActionRecord) -> Bool {
    if isIn(action.type) || action.error.map(isIn) == true || action.site.map(isIn) == true { return true }
    if action.changed.contains(where: { isIn($0.pointer) }) { return true }
    return isIn(action.action) || action.patch.map(isIn) == true
  }
}
