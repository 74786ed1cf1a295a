import ReduxJournal
import StateTree

extension Replayer {
  /// Whether redaction may explain a divergence: the actions since a proven state, or the states around them, hold
  /// redacted values.
  ///
  /// - Parameters:
  ///   - action: The last of the actions.
  ///   - line: Its line.
  ///   - since: The seq of the state before the first of them.
  ///   - state: The state that it led to, if known.
  /// - Returns: Whether they do.
  /// - Throws: The error of an action or a state that can't be decoded or encoded.
  func holdsSecrets(_ action: PlainAction, at line: JournalLine, since: Int, after state: App.State?) throws -> Bool {
    // A patch is redacted like the states around it.
    guard encoder.rules.isOn, !action.isPatch, !action.leavesState else { return false }
    if let state, try encoder.redactions(in: state) > 0 { return true }
    // The actions may have removed the value.
    if let before = try? self.state(at: since), try encoder.redactions(in: before) > 0 { return true }
    if try holdsSecrets(action, at: line) { return true }
    var isFound = false
    try forEachAction(after: since, before: line) { action, line in
      if !isFound, let action, try holdsSecrets(action, at: line) { isFound = true }
    }
    return isFound
  }

  private func holdsSecrets(_ action: PlainAction, at line: JournalLine) throws -> Bool {
    let decoded: Any = try decode(action, at: line)
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
