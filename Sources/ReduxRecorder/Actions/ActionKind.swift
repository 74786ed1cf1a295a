import ReduxJournal
import StateCoding

/// Cached facts about a store's action type.
///
/// Asking the runtime for conformances takes longer than encoding a small action.
final class ActionKind<Action>: Sendable {
  /// Appends an action's JSON text.
  typealias Encoding = @Sendable (_ action: Action, _ session: EncodingSession, inout [UInt8]) throws -> Void

  /// The encoding, if it is the same for all values of the type.
  let encode: Encoding?
  let replayability: ActionRecord.Replayability

  init() {
    // A class may have subclasses, and a protocol any conforming type.
    if !(Action.self is AnyClass), let type = Action.self as? any (Encodable & SendableMetatype).Type {
      encode = ActionKind.encoding(type)
    } else {
      encode = nil
    }
    replayability = Action.self is any Decodable.Type ? .replayable : .inspectOnly
  }

  /// The encoding of `Value`, which is `Action` with its conformance, so the cast succeeds.
  private static func encoding<Value: Encodable & SendableMetatype>(_: Value.Type) -> Encoding? {
    let encode: ActionKind<Value>.Encoding = { value, session, output in
      try session.withText(of: value) { output.append(contentsOf: $0) }
    }
    return encode as? Encoding
  }
}
