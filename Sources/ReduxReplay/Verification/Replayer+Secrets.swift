import ReduxJournal
import StateCoding
import StateTree

extension Replayer {
  /// Whether an action holds a redacted value, as far as it can be decoded and encoded.
  func holdsSecrets(_ action: PlainAction, at line: JournalLine) throws -> Bool {
    // A patch is redacted like the states around it.
    if action.isPatch { return false }
    if SecretVariant.isText(in: action.action.value) { return true }
    // The action itself reports one that can't be decoded.
    guard let decoded: Any = try? decode(action, at: line) else { return false }
    guard let encodable = decoded as? any Encodable else { return true }
    return try encoder.redactions(in: encodable) > 0
  }
}
