import ReduxJournal
import StateTree

/// What is known of a store's action type, found out once: asking the runtime for conformances takes longer than encoding
/// a small action.
final class ActionKind<Action>: Sendable {
  /// Appends an action's JSON text.
  typealias Encoding = @Sendable (_ action: Action, _ session: EncodingSession, inout [UInt8]) throws -> Void

  /// How an action is encoded, if all values of the type are encoded alike.
  let encode: Encoding?
  let replayability: ActionRecord.Replayability

  init() {
    // A class may have subclasses, and behind a protocol any type may stand.
    if !(Action.self is AnyClass), let type = Action.self as? any (Encodable & SendableMetatype).Type {
      encode = ActionKind.encoding(type)
    } else {
      encode = nil
    }
    replayability = Action.self is any Decodable.Type ? .replayable : .inspectOnly
  }

  /// The encoding of a type that is the action type seen with its conformance, so that the cast holds.
  private static func encoding<Value: Encodable & SendableMetatype>(_: Value.Type) -> Encoding? {
    let encode: ActionKind<Value>.Encoding = { value, session, output in
      try session.withText(of: value) { output.append(contentsOf: $0) }
    }
    return encode as? Encoding
  }
}
