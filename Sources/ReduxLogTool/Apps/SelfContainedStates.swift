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
