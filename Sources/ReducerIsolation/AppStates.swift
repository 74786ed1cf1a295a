import CommandLineKit
package import ReduxJournal
package import ReduxReplay
package import StateTree

/// The states of a journal, for reading many of them in order: see `StateCursor`.
package protocol AppStates {
  /// Whether the entries of dictionaries and sets have names, except in answers about recorded states and values: see
  /// `StateEncoder.init(namingEntriesBy:)`.
  var namesEntries: Bool { get }
  /// Returns the state with a seq. Moving forward replays only the actions in between.
  mutating func state(at seq: Int) throws -> JSONValue
  /// Returns the state with a seq as JSON text.
  mutating func text(at seq: Int) throws -> [UInt8]
  /// Returns the changes from the state before a seq, and for each the value that it removes or replaces, or `nil`.
  mutating func changes(at seq: Int) throws -> (patch: JSONPatch, replaced: [JSONValue?])
  /// Returns what the state with a seq answers to a question, as JSON text.
  mutating func answer(_ question: StateQuestion, at seq: Int) throws -> [UInt8]
  /// Calls the body with what the states on a way answer to a question, `nil` for a state that is unknown, until it
  /// returns `false`. It checks states against their recorded hashes if it `proves`.
  mutating func forEach(
    _ question: StateQuestion, along way: History.Way, proves: Bool, where isAsked: (Int) -> Bool,
    _ body: (Int, [UInt8]?) throws -> Bool) throws
  /// Keeps some states on a way, to return to them without replaying.
  mutating func keep(_ seqs: [Int], along way: History.Way, onStep: (Int) throws -> Void) throws -> [Int]
  /// Checks the state with a seq against its recorded hash, if it has one.
  mutating func prove(at seq: Int) throws
}

extension AppStates {
  /// Asks all states on a way.
  package mutating func forEach(
    _ question: StateQuestion, along way: History.Way, proves: Bool, _ body: (Int, [UInt8]?) throws -> Bool
  ) throws {
    try forEach(question, along: way, proves: proves, where: { _ in true }, body)
  }
}

extension StateCursor: AppStates {}

/// The states of a self-contained journal. They need no reducers, and don't change with them. Only if an action lacks
/// its patch, because it didn't fit in a line or belongs to another session, the app must reduce it.
package struct SelfContainedStates: AppStates {
  /// JSON doesn't say which arrays are dictionaries.
  package var namesEntries: Bool { false }
  private var patched: any AppStates
  private var reduced: (any AppStates)?

  package init(of file: JournalFile, reduced: (any AppStates)?) {
    patched = AppCatalog.patches.replayer(of: file).states
    self.reduced = reduced
  }

  package mutating func state(at seq: Int) throws -> JSONValue { try find { try $0.state(at: seq) } }

  package mutating func text(at seq: Int) throws -> [UInt8] { try find { try $0.text(at: seq) } }

  package mutating func changes(at seq: Int) throws -> (patch: JSONPatch, replaced: [JSONValue?]) {
    do { return try patched.changes(at: seq) } catch let error as ReplayError where error.lacksPatch {
      // Only one of the states may lack a patch.
      let before = try state(at: seq - 1)
      return JSONPatch.changes(from: before, to: try state(at: seq))
    }
  }

  package mutating func answer(_ question: StateQuestion, at seq: Int) throws -> [UInt8] {
    if question.needsApp { return try checking { try $0.answer(question, at: seq) } }
    return try find { try $0.answer(question, at: seq) }
  }

  package mutating func forEach(
    _ question: StateQuestion, along way: History.Way, proves: Bool, where isAsked: (Int) -> Bool,
    _ body: (Int, [UInt8]?) throws -> Bool
  ) throws {
    if question.needsApp {
      return try checking { try $0.forEach(question, along: way, proves: proves, where: isAsked, body) }
    }
    var reduced = reduced
    defer { self.reduced = reduced }
    try patched.forEach(question, along: way, proves: proves, where: isAsked) { seq, answer in
      try body(seq, answer ?? Self.answer(question, at: seq, by: &reduced))
    }
  }

  /// What reducers may know where patches don't say it; `nil` if they don't either.
  private static func answer(
    _ question: StateQuestion, at seq: Int, by states: inout (any AppStates)?
  ) throws -> [UInt8]? {
    do { return try states?.answer(question, at: seq) } catch let error as ReplayError where error.isOfUnknownState {
      return nil
    }
  }

  package mutating func keep(_ seqs: [Int], along way: History.Way, onStep: (Int) throws -> Void) throws -> [Int] {
    try patched.keep(seqs, along: way, onStep: onStep)
  }

  package mutating func prove(at seq: Int) throws { try find { try $0.prove(at: seq) } }

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

  private mutating func find<Result>(_ body: (inout any AppStates) throws -> Result) throws -> Result {
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
