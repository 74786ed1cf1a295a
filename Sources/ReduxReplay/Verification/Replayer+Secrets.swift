import ReduxJournal
import StateTree

extension Replayer {
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
