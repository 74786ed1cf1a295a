import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree

/// The journal whose states a view looks at one after the other, with the state of the last look.
final class LookedJournal {
  /// An answer ends before it has more bytes, but has at least one step.
  private static let answerBytes = 4 << 20

  private struct Opened {
    let path: String
    let file: JournalFile
    /// The seq of the last state in this view of the journal.
    let last: Int
    var states: any AppStates
  }

  private var opened: Opened?

  /// Answers a look, in this process.
  ///
  /// - Parameters:
  ///   - look: The look.
  ///   - path: The journal.
  ///   - options: How to read it.
  ///   - apps: The apps with their reducers.
  ///   - onStep: Called with each seq.
  /// - Returns: The reply, and the state as JSON text if it has one.
  /// - Throws: `JournalError`, `ReplayError`, `CommandFailure`, or the errors of `onStep`.
  func answer(
    _ look: StateLook, about path: String, options: JournalReader.Options, with apps: AppCatalog,
    onStep: (Int) throws -> Void
  ) throws -> (reply: ReplayReply, state: [UInt8]?) {
    // A journal that a view follows has more states than at the last look.
    if opened?.path != path || opened.map({ $0.last < look.lastSeq }) == true {
      let file = try JournalFile(path: path, options: options)
      opened = Opened(path: path, file: file, last: try file.lastStateSeq ?? 0, states: try apps.states(of: file))
    }
    switch look {
    case .changes(let seqs):
      var steps: [StateLook.Step] = []
      var byteCount = 0
      for seq in seqs {
        try onStep(seq)
        let step = try step(to: seq, apps)
        steps.append(step)
        byteCount += step.patch.compact.utf8.count
        if byteCount > LookedJournal.answerBytes { break }
      }
      return (.looked(steps), nil)
    case .state(let seq):
      return (.rebuilt(hasState: true, divergence: nil), try states(apps) { try $0.text(at: seq) })
    case .difference(let old, let new):
      let before = try states(apps) { try $0.state(at: old) }
      let after = try states(apps) { try $0.state(at: new) }
      return (.looked([StateLook.Step(new, JSONPatch.changes(from: before, to: after))]), nil)
    }
  }

  private func step(to seq: Int, _ apps: AppCatalog) throws -> StateLook.Step {
    do { return StateLook.Step(seq, try states(apps) { try $0.changes(at: seq) }) } catch {
      guard case .failed(let failure)? = ReplayReply(error) else { throw error }
      return StateLook.Step(seq: seq, failure: failure)
    }
  }

  private func states<Result>(
    _ apps: AppCatalog, _ body: (inout any AppStates) throws -> Result
  ) throws -> Result {
    guard var current = opened else { throw ReducerIsolation.unexpectedReply }
    defer { opened = current }
    do { return try body(&current.states) } catch let error as ReplayError {
      // A person who jumps often may well have read much of the journal again.
      guard case .tooManyRewinds = error.problem else { throw error }
      current.states = try apps.states(of: current.file)
      return try body(&current.states)
    }
  }
}

extension StateLook.Step {
  init(_ seq: Int, _ changes: (patch: JSONPatch, replaced: [JSONValue?])) {
    self.seq = seq
    patch = changes.patch.json
    replaced = changes.replaced.map { $0.map { [$0] } ?? [] }
  }
}
