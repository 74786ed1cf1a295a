package import StateTree

extension ActionRecord {
  /// Creates the record that a writer composes of an action's two parts.
  package init(seq: Int, _ action: JSONNode, _ head: ActionHead, _ outcome: ActionOutcome) {
    self.init(
      seq: seq, at: head.at, type: head.type, swiftType: head.swiftType, module: head.module, site: head.site,
      cause: head.cause, replayability: head.replayability, inputs: head.inputs, action: action, error: outcome.error,
      hash: outcome.hash,
      unhashed: outcome.unhashed, changed: outcome.changed, reducerMicroseconds: outcome.reducerMicroseconds,
      interrupted: false)
  }
}
