package import CommandLineKit
package import ReducerIsolation
package import ReduxJournal
package import ReduxNotation
import ReduxReplay
import StateCoding
import StateTree

/// A look at states of a journal, by a view that moves through it.
package enum StateLook: Codable, Hashable, Sendable {
  /// The changes of the steps to some states.
  case changes(to: ClosedRange<Int>)
  /// A whole state.
  case state(Int)
  /// The differences between two states.
  case difference(from: Int, to: Int)

  /// The seq of the last state that it needs.
  var lastSeq: Int {
    switch self {
    case .changes(let seqs): seqs.upperBound
    case .state(let seq): seq
    case .difference(let old, let new): max(old, new)
    }
  }

  /// A change of the state, or the reason why it is unknown.
  package struct Step: Codable, Sendable {
    /// The seq of the state after it.
    package let seq: Int
    /// The operations of RFC 6902.
    private var patch = JSONValue.array([])
    /// For each operation, the value that it replaces or removes; no element if there is none.
    private var replaced: [[JSONValue]] = []
    /// The places of the members that identify elements.
    private var identity: [String] = []
    /// Why the change is unknown.
    package private(set) var failure: CommandFailure?

    init(_ seq: Int, _ changes: ReshapedArrays.Changes, by identity: [RedactionRules.Pointer]) {
      self.seq = seq
      self.identity = identity.map(\.description)
      patch = changes.patch.json
      replaced = changes.replaced.map { $0.map { [$0] } ?? [] }
    }

    init(_ seq: Int, _ failure: CommandFailure) {
      self.seq = seq
      self.failure = failure
    }

    /// About the bytes of the changes.
    var byteCount: Int { patch.compact.utf8.count }

    /// The changes as people read them.
    package func changes() throws -> ChangeList {
      let identity = try identity.map { text in try RedactionRules.Pointer(parsing: text) }
      return ChangeList((try JSONPatch(json: patch), replaced.map { $0.first }), by: PointerPatterns(identity))
    }
  }
}

/// The job of a look. The process that does it keeps its place in the journal, so that the next state costs one action.
struct LookJob: ReducerJob {
  var input: JobInput
  let look: StateLook

  func answer(
    on bench: ReducerBench, onStep: (Int) throws -> Void
  ) throws -> (answer: [StateLook.Step], bytes: [UInt8]?) {
    let looked = bench.kept(LookedJournal())
    try looked.open(input, through: look.lastSeq, bench.apps)
    return try looked.answer(look, with: bench.apps, onStep: onStep)
  }
}

extension ReducerIsolation {
  /// Looks at states of a journal, near those of the last look.
  package func look(_ look: StateLook, at file: JournalFile) throws -> (steps: [StateLook.Step], state: [UInt8]?) {
    switch try perform(LookJob(input: JobInput(file), look: look)) {
    case .answer(let steps, let state): return (steps, state)
    case .failure(let failure): throw failure.failure
    }
  }
}

/// The journal of the last look, with its states.
private final class LookedJournal {
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

  func open(_ input: JobInput, through seq: Int, _ apps: AppCatalog) throws {
    // A journal that a view follows has more states than at the last look.
    if let opened, opened.path == input.path, opened.last >= seq { return }
    let file = try input.file()
    opened = Opened(path: input.path, file: file, last: try file.lastStateSeq ?? 0, states: try apps.states(of: file))
  }

  func answer(
    _ look: StateLook, with apps: AppCatalog, onStep: (Int) throws -> Void
  ) throws -> (answer: [StateLook.Step], bytes: [UInt8]?) {
    switch look {
    case .changes(let seqs):
      var steps: [StateLook.Step] = []
      var byteCount = 0
      let places = places(around: [seqs.lowerBound, seqs.upperBound])
      for seq in seqs {
        try onStep(seq)
        let step = try step(to: seq, apps, places)
        steps.append(step)
        byteCount += step.byteCount
        if byteCount > LookedJournal.answerBytes { break }
      }
      return (steps, nil)
    case .state(let seq):
      let text = try states(apps) { try $0.text(at: seq) }
      let places = opened?.file.redactedPlaces(at: seq) ?? RedactedPlaces()
      return ([], places.isEmpty ? text : Array(places.masked(try JSONValue(parsing: text)).compact.utf8))
    case .difference(let old, let new):
      let before = try states(apps) { try $0.state(at: old) }
      let after = try states(apps) { try $0.state(at: new) }
      let places = places(around: [old, new])
      return ([step(new, JSONPatch.changes(from: before, to: after), places) { after }], nil)
    }
  }

  /// The places of stand-ins in some states.
  private func places(around seqs: [Int]) -> RedactedPlaces {
    var places = RedactedPlaces()
    for seq in seqs { places.formUnion(opened?.file.redactedPlaces(aroundStepTo: seq) ?? RedactedPlaces()) }
    return places
  }

  private func step(to seq: Int, _ apps: AppCatalog, _ places: RedactedPlaces) throws -> StateLook.Step {
    do {
      let changes = try states(apps) { try $0.changes(at: seq) }
      return try step(seq, changes, places) { try states(apps) { try $0.state(at: seq) } }
    } catch {
      guard let failure = CommandFailure(ofJob: error) else { throw error }
      return StateLook.Step(seq, failure)
    }
  }

  /// A step with its changes, those in arrays joined where a reader needs the whole array.
  private func step(
    _ seq: Int, _ changes: ReshapedArrays.Changes, _ places: RedactedPlaces, after state: () throws -> JSONValue
  ) rethrows -> StateLook.Step {
    let offset = (try? opened?.file.entry(settingSeq: seq))?.offset
    let identity = opened?.file.identity(before: offset) ?? []
    let joined = try ReshapedArrays.joined(changes, by: PointerPatterns(identity), after: state)
    return StateLook.Step(seq, places.masked(joined), by: identity)
  }

  private func states<Result>(_ apps: AppCatalog, _ body: (inout any AppStates) throws -> Result) throws -> Result {
    guard var current = opened else { preconditionFailure("a look opens the journal first") }
    defer { opened = current }
    do { return try body(&current.states) } catch let error as ReplayError {
      // A person who jumps often may well have read much of the journal again.
      guard case .tooManyRewinds = error.problem else { throw error }
      current.states = try apps.states(of: current.file)
      return try body(&current.states)
    }
  }
}
