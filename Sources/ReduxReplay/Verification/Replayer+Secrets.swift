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

  /// Refuses a state that holds stand-ins for redacted values, by the rules of any session up to it.
  ///
  /// O(log n) reads for each session.
  ///
  /// - Throws: `ReplayError` for such a state, or one that can't be encoded; `JournalError` for a damaged line.
  package func checkHasNoStandIns(_ state: App.State, at seq: Int) throws {
    let entry = try entry(settingSeq: seq)
    var rules = file.header.rules
    var end = entry.offset + entry.byteCount
    while end > 0 {
      let session = try file.lastHeader(before: end)
      rules = rules.united(with: session.header.rules)
      end = session.offset
    }
    guard rules.isOn else { return }
    let count: Int
    do { count = try StateEncoder(rules: rules).redactions(in: state) } catch {
      throw unencodable(seq: seq, because: error)
    }
    guard count == 0 else { throw error(.holdsStandIns(count: count), seq: seq) }
  }
}
