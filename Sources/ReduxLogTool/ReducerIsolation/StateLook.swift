import CommandLineKit
import StateTree

/// A look at states of a journal, by a view that moves through it.
///
/// The process that answers keeps its place in the journal, so that the next state costs one action.
enum StateLook: Codable, Hashable, Sendable {
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
  struct Step: Codable, Sendable {
    /// The seq of the state after it.
    let seq: Int
    /// The operations of RFC 6902.
    var patch = JSONValue.array([])
    /// For each operation, the value that it replaces or removes; no element if there is none.
    var replaced: [[JSONValue]] = []
    /// Why the change is unknown.
    var failure: CommandFailure?

    /// The operations, and the value that each replaces or removes.
    func changes() throws -> (patch: JSONPatch, replaced: [JSONValue?]) {
      (try JSONPatch(json: patch), replaced.map { $0.first })
    }
  }
}
