import CommandLineKit
import ReduxJournal
import ReduxReplay

/// The check that the same actions lead to the same states in each replay: twice in one process, and once in another.
struct PurityCheck {
  /// Processes with the same reducers.
  let reducers: ReducerPair
  /// The most states to compare; `nil` for all.
  let sample: Int?
  let options: JournalReader.Options

  /// Adds what it finds to a verification. A journal that couldn't be replayed stays as it is.
  ///
  /// - Throws: The errors of `onStep`.
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
    guard let least else { return .success(.same(count: (first ?? []).count { $0 != 0 })) }
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
