package import CommandLineKit
package import ReducerIsolation
package import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateCoding
import StateTree

/// The check that the same actions lead to the same states in each replay: twice in one process, and once in another.
struct PurityCheck {
  /// Processes with the same reducers.
  let reducers: ReducerPair
  /// The most states to compare; `nil` for all.
  let sample: Int?
  let options: JournalReader.Options

  /// Adds what it finds to a verification. A journal that couldn't be replayed stays as it is.
  func check(_ verification: inout Verification, onStep: (Int) throws -> Void) throws {
    switch verification.outcome {
    case .failed, .crashed: return
    case .ok, .intact, .diverged, .unproven, .schema, .impure: break
    }
    do { try replay(&verification, onStep: onStep) } catch let error as JournalError {
      verification.supersede(by: .failed(CommandFailure(error)))
    }
  }

  private func replay(_ verification: inout Verification, onStep: (Int) throws -> Void) throws {
    let file = try JournalFile(path: verification.path, options: options)
    guard let last = try file.lastStateSeq else { return }
    let way = try History.Way(of: file, to: last)
    let sampled = sample.map { Array(Set(way.marks($0 - 1) + [last])).sorted() }
    switch try compare(sampled, of: way, in: file, onStep: onStep) {
    case .failure(let failure): verification.supersede(by: failure.outcome)
    case .success(.same(let count)): verification.reproduced = count
    case .success(.differ(var seqs, let other)):
      // Between two samples, every state may be the first that differs.
      if seqs.count > 1 {
        let part = way.part(seqs)
        if case .success(.differ(let exact, _)) = try compare(part.marks(.max), of: part, in: file, onStep: onStep) {
          seqs = exact
        }
      }
      verification.supersede(by: .impure(try impurity(in: seqs, of: file, by: other)))
    }
  }

  /// The result of comparing replays.
  private enum Comparison {
    /// All lead to the same states.
    case same(count: Int)
    /// One of these states is the first that differs when a process replays the journal again.
    case differ(ClosedRange<Int>, by: ReducerIsolation)
  }

  /// Replays a journal in the first process, then again in each. `seqs` are the states to compare; `nil` for all.
  private func compare(
    _ seqs: [Int]?, of way: History.Way, in file: JournalFile, onStep: (Int) throws -> Void
  ) throws -> Result<Comparison, ReducerPair.Failure> {
    let inquiry = HashInquiry(seqs: seqs)
    var first: [UInt64]?
    var least: (index: Int, other: ReducerIsolation)?
    for isolation in [reducers.first, reducers.first, reducers.second] {
      let hashes: [UInt64]
      switch try reducers.hashes(inquiry, of: file, by: isolation, onStep: onStep) {
      case .success(let answer): hashes = answer.hashes
      case .failure(let failure): return .failure(failure)
      }
      guard let known = first else {
        first = hashes
        continue
      }
      let shared = min(known.count, hashes.count)
      if let index = (0..<shared).first(where: { known[$0] != hashes[$0] }), least.map({ index < $0.index }) ?? true {
        least = (index, isolation)
      }
    }
    guard let least else { return .success(.same(count: (first ?? []).count { $0 > HashInquiry.Answer.unencodable })) }
    let all = way.marks(.max)
    let compared = seqs ?? all
    let seq = compared[least.index]
    // The states since the last one that agrees.
    let start = least.index == 0 ? all[0] : compared[least.index - 1] + 1
    return .success(.differ((all.first { $0 >= start } ?? seq)...seq, by: least.other))
  }

  private func impurity(in seqs: ClosedRange<Int>, of file: JournalFile, by other: ReducerIsolation) throws -> Impurity
  {
    let seq = seqs.upperBound
    var difference = try reducers.difference(at: seq, in: file, by: reducers.first, and: other)
    // The order of a set may be the same again in one process.
    if difference.places.isEmpty {
      difference = try reducers.difference(at: seq, in: file, by: reducers.first, and: reducers.second)
    }
    let line = try file.entry(settingSeq: seq).flatMap { file.lineNumber(atOffset: $0.offset) }
    let place = line.flatMap { file.locations(ofLines: [$0]).first }
    return Impurity(
      difference, in: seqs, file: place?.path ?? file.path, line: place?.line, isOfProcess: other === reducers.second)
  }
}

extension Verification {
  /// Replaces the outcome; what it was becomes a warning.
  fileprivate mutating func supersede(by outcome: Outcome) {
    switch self.outcome {
    case .diverged(let divergence): warn(ofAccepted: divergence)
    default: if let failure { warn(of: failure) }
    }
    self.outcome = outcome
  }
}

/// Two processes with reducers, to compare the states to which they lead.
package final class ReducerPair {
  private static let shownPlaces = 16
  private static let shownBytes = 256

  /// Why a process can't make a journal's states.
  struct Failure: Error {
    /// The same as a verification's outcome.
    let outcome: Verification.Outcome
    let failure: CommandFailure
  }

  let first: ReducerIsolation
  let second: ReducerIsolation

  /// Creates a pair. Its processes start with their first jobs.
  package init(with tool: String? = nil, timeout: Duration?, in context: CommandContext) {
    first = ReducerIsolation(in: context, timeout: timeout)
    second = ReducerIsolation(in: context, timeout: timeout, tool: tool)
  }

  /// The hashes of a journal's states, by the reducers of one process, or why it can't make them.
  func hashes(
    _ inquiry: HashInquiry = HashInquiry(), of file: JournalFile, by isolation: ReducerIsolation,
    onStep: (Int) throws -> Void
  ) throws -> Result<HashInquiry.Answer, Failure> {
    do {
      return .success(try isolation.answer(inquiry, about: file, onStep: onStep))
    } catch let error as FailedReplay {
      return .failure(Failure(outcome: error.verification.outcome, failure: error.commandFailure(tool: "reduxlog")))
    } catch let error as CommandFailure {
      return .failure(Failure(outcome: .failed(error), failure: error))
    }
  }

  /// The difference between the states that two processes give a seq; without places if they agree now, or if either doesn't
  /// know the state.
  func difference(
    at seq: Int, in file: JournalFile, by first: ReducerIsolation, and second: ReducerIsolation
  ) throws -> StateDifference {
    var type: String?
    if case .action(let action)? = try file.entry(settingSeq: seq)?.record { type = action.type }
    guard let before = try state(seq, in: file, by: first), let after = try state(seq, in: file, by: second) else {
      return StateDifference(seq: seq, type: type, places: [])
    }
    let (old, new) = (try JSONDocument(before).root, try JSONDocument(after).root)
    let volatile = PointerPatterns(try file.redaction(before: file.entry(settingSeq: seq)?.offset).volatile)
    let changes = ChangeList(from: old, to: new, by: PointerPatterns(file.identity())).changes.filter {
      !volatile.contain($0.place)
    }
    let places = changes.prefix(ReducerPair.shownPlaces).map { change in
      StateDifference.Place(
        pointer: change.place, change: change, old: shown(old[change.place]), new: shown(new[change.place]),
        reordered: change.place.reorderedArray(old, new))
    }
    return StateDifference(seq: seq, type: type, places: places)
  }

  /// A value that isn't too long to show.
  private func shown(_ node: JSONNode?) -> JSONValue? {
    node.flatMap { $0.byteRange.count <= ReducerPair.shownBytes ? $0.value : nil }
  }

  private func state(_ seq: Int, in file: JournalFile, by isolation: ReducerIsolation) throws -> [UInt8]? {
    do {
      return Array(try isolation.answer(StateInquiry(seq: seq), about: file, onStep: { _ in }).utf8)
    } catch is CommandFailure { return nil } catch is FailedReplay { return nil }
  }
}

/// The hashes of the states in the history of a journal's last state, as this process's reducers make them, whatever was
/// recorded, in the shapes of the sessions that recorded them.
package struct HashInquiry: Inquiry {
  /// The states to hash; `nil` for all.
  package var seqs: [Int]?

  /// The hashes, and the schema of the app that they belong to.
  package struct Answer: Codable, Sendable {
    package var schema: Int?
    /// Whether states can't be given the shape that they were recorded in, so the hashes are of states in the app's shape.
    var isReshaped = false
    /// The first half of each of the states' hashes, in the order of the history; zero for a state that can't be rebuilt, and
    /// `unencodable` for one that can't be encoded.
    package var hashes: [UInt64] = []

    /// Stands for a state without an encoding. No hash is likely to begin like this.
    static let unencodable: UInt64 = 1
  }

  /// Creates a question.
  ///
  /// - Parameter seqs: The states to hash; `nil` for all.
  package init(seqs: [Int]? = nil) { self.seqs = seqs }

  /// Reduces all actions of the history.
  package func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> Answer {
    let app = try apps.app(of: file)
    let replayer = app.replayer(of: file)
    var answer = Answer(schema: app.identity.schema, isReshaped: replayer.reshapesStates)
    guard let last = try file.lastStateSeq else { return answer }
    var states = replayer.states
    let asked = seqs.map(Set.init)
    try states.forEach(
      .recordedHash, along: History.Way(of: file, to: last), proves: false, where: { asked?.contains($0) ?? true }
    ) {
      seq, text in
      try onStep(seq)
      // Behind the quote, a hash has 32 digits.
      let digits = text.map { String(decoding: $0.dropFirst().prefix(16), as: UTF8.self) }
      answer.hashes.append(digits.map { UInt64($0, radix: 16) ?? Answer.unencodable } ?? 0)
      return true
    }
    return answer
  }
}

/// A state as this process's reducers make it, whatever was recorded, in the shape of the session that recorded it.
package struct StateInquiry: Inquiry {
  package var seq: Int

  package init(seq: Int) { self.seq = seq }

  /// Returns the state as JSON text.
  package func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> String {
    String(decoding: try apps.app(of: file).replayer(of: file).answer(.recorded, uncheckedAt: seq), as: UTF8.self)
  }
}
