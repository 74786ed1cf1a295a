import CommandLineKit
import ReduxReplay
import StateTree

/// The states of a self-contained journal. They need no reducers, and don't change with them. Only if an action lacks
/// its patch, because it didn't fit in a line or belongs to another session, the app must reduce it.
struct SelfContainedStates: AppStates {
  private var patched: any AppStates
  private var reduced: (any AppStates)?

  init(patched: any AppStates, reduced: (any AppStates)?) {
    self.patched = patched
    self.reduced = reduced
  }

  mutating func state(at seq: Int) throws -> JSONValue {
    try find { try $0.state(at: seq) }
  }

  mutating func text(at seq: Int) throws -> [UInt8] { try find { try $0.text(at: seq) } }

  mutating func changes(at seq: Int) throws -> (patch: JSONPatch, replaced: [JSONValue?]) {
    do { return try patched.changes(at: seq) } catch let error as ReplayError where error.lacksPatch {
      // Only one of the states may lack a patch.
      let before = try state(at: seq - 1)
      return JSONPatch.changes(from: before, to: try state(at: seq))
    }
  }

  mutating func answer(_ question: StateQuestion, at seq: Int) throws -> [UInt8] {
    if question.needsApp { return try checking { try $0.answer(question, at: seq) } }
    return try find { try $0.answer(question, at: seq) }
  }

  mutating func forEach(
    _ question: StateQuestion, along way: History.Way, where isAsked: (Int) -> Bool,
    _ body: (Int, [UInt8]?) throws -> Bool
  ) throws {
    if question.needsApp { return try checking { try $0.forEach(question, along: way, where: isAsked, body) } }
    try patched.forEach(question, along: way, where: isAsked) { seq, answer in
      // Reducers may know what patches don't say.
      try body(seq, answer ?? (try? self.reduced?.answer(question, at: seq)))
    }
  }

  mutating func keep(_ seqs: [Int], along way: History.Way, onStep: (Int) throws -> Void) throws -> [Int] {
    try patched.keep(seqs, along: way, onStep: onStep)
  }

  mutating func prove(at seq: Int) throws { try find { try $0.prove(at: seq) } }

  /// Asks states of the app's types.
  private mutating func checking<Result>(_ body: (inout any AppStates) throws -> Result) throws -> Result {
    guard var reduced else {
      throw CommandFailure(
        "a check needs the app's reducers, which this tool doesn't contain",
        advice: "Run a tool that contains them with --tool PATH.", exitCode: .reducer)
    }
    defer { self.reduced = reduced }
    return try body(&reduced)
  }

  private mutating func find<Result>(
    _ body: (inout any AppStates) throws -> Result
  ) throws -> Result {
    do { return try body(&patched) } catch let error as ReplayError where error.lacksPatch {
      guard var reduced else { throw error }
      defer { self.reduced = reduced }
      return try body(&reduced)
    }
  }
}

extension ReplayError {
  /// Whether reducers may know a state that can't be rebuilt from patches.
  fileprivate var lacksPatch: Bool {
    switch problem {
    case .noPatch, .unreachable, .undecodableState: true
    default: false
    }
  }
}
