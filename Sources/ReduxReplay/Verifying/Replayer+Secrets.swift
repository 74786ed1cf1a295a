import ReduxJournal
import StateTree

extension Replayer {
  /// Whether an action, or the state around it, holds anything that was redacted when it was recorded, so that the
  /// reducer had more to go by then than it has now.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - line: Its line.
  ///   - state: The state that it led to, if that is at hand.
  /// - Returns: Whether it does.
  /// - Throws: What keeps the action or a state from being decoded or encoded.
  func holdsSecrets(_ action: PlainAction, at line: JournalLine, after state: App.State?) throws -> Bool {
    // What an action did is written without secrets, like the states around it.
    guard encoder.rules.isOn, !action.isPatch else { return false }
    if let state, try encoder.redactions(in: state) > 0 { return true }
    // What the action did away with was there before it.
    if let before = try? self.state(at: line.seq - 1), try encoder.redactions(in: before) > 0 { return true }
    let decoded: Any = try decode(action, at: line)
    guard let encodable = decoded as? any Encodable else { return true }
    return try encoder.redactions(in: encodable) > 0
  }

  /// Refuses a state in which stand-ins are in the places of secrets, by the rules of any session up to it.
  ///
  /// O(log n) reads for each session.
  ///
  /// - Throws: `ReplayError` for such a state, or one that can't be encoded; `JournalError` for a damaged line.
  func checkHasNoStandIns(_ state: App.State, at seq: Int) throws {
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
