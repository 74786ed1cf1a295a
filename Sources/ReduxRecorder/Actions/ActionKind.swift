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
  /// The slice of the state to which the actions belong; `nil` for the whole state.
  let slice: String?

  init(in slice: String? = nil) {
    self.slice = slice
    // A class may have subclasses, and a protocol any conforming type.
    if !(Action.self is AnyClass), let type = Action.self as? any (Encodable & SendableMetatype).Type {
      encode = ActionKind.encoding(type, in: slice)
    } else {
      encode = nil
    }
    replayability = Action.self is any Decodable.Type ? .replayable : .inspectOnly
  }

  /// The encoding of `Value`, which is `Action` with its conformance, so the cast succeeds.
  private static func encoding<Value: Encodable & SendableMetatype>(_: Value.Type, in slice: String?) -> Encoding? {
    let encode: ActionKind<Value>.Encoding =
      if let slice {
        { value, session, output in
          try session.withText(of: SliceAction(slice: slice, action: value)) { output.append(contentsOf: $0) }
        }
      } else {
        { value, session, output in try session.withText(of: value) { output.append(contentsOf: $0) } }
      }
    return encode as? Encoding
  }
}
