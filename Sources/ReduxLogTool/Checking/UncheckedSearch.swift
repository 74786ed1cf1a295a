import ReduxJournal
import ReduxReplay
import StateTree

/// Judges states as today's reducers make them from a journal's actions. What was recorded doesn't matter.
struct UncheckedSearch {
  /// Two neighbouring states in a history.
  struct Change {
    /// The last state that satisfies the condition; `nil` if none does.
    let good: Int?
    /// The next state, which doesn't.
    let bad: Int
  }

  private let file: JournalFile
  private let app: any AppDriver
  private var judge: StateJudge

  init(_ expectation: Expectation, in file: JournalFile, app: any AppDriver) throws {
    self.file = file
    self.app = app
    judge = try StateJudge(expectation)
  }

  /// Whether the state with a seq satisfies the condition. O(n) in the size of the journal.
  mutating func holds(at seq: Int) throws -> Bool {
    try judge.verdict(on: app.answer(judge.question, uncheckedAt: seq, in: file), of: seq, in: file) == .good
  }

  /// Returns the state with a seq as JSON text.
  func state(at seq: Int) throws -> [UInt8] { try app.state(at: seq, with: ActionEdits(), in: file) }

  /// Returns warnings about the values that the condition reads in a state.
  func caveats(at seq: Int) throws -> [String] {
    try judge.caveats(on: JSONDocument(state(at: seq)).root, of: seq, in: file)
  }

  /// Returns a change from a good state to a bad one in the history of a bad state, by halving it.
  mutating func change(before bad: Int) throws -> Change? {
    let seqs = try History.Way(of: file, to: bad).stretches.flatMap { Array($0.seqs) }
    guard let first = seqs.first else { return nil }
    var (low, high) = (0, seqs.count - 1)
    guard high > 0, try holds(at: first) else { return Change(good: nil, bad: first) }
    while high - low > 1 {
      let middle = (low + high) / 2
      if try holds(at: seqs[middle]) { low = middle } else { high = middle }
    }
    return Change(good: seqs[low], bad: seqs[high])
  }
}
