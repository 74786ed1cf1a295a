#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ReplayableApp {
  /// Returns the recorded state that `REDUXLOG_OPEN` names; `nil` in release builds and without the variable.
  ///
  ///     let store = Store(initialState: try TrackerApp.openedState() ?? TrackerApp.initialState, reducer: reducer)
  ///
  /// Start a debug build with `REDUXLOG_OPEN=session.jsonl@120`, and the app begins as it was in state 120. After `@`
  /// stands a seq, `-1` for the last state, `-2` for the one before it, or the name of a mark; without `@`, it is the last
  /// state. The state is proven: its hash is the recorded one, if it was recorded with a hash.
  ///
  /// A journal holds stand-ins for secrets. An app that began with them would use and store the password `redacted`. So a
  /// state with stand-ins is refused, unless you restore the values.
  ///
  /// - Parameter restoring: Restores the redacted values. Whether it restores all of them isn't checked.
  /// - Returns: The state.
  /// - Throws: `OpeningError` if the variable names no state; `JournalError`; `ReplayError` if the state can't be rebuilt,
  ///   isn't the recorded one, or has stand-ins; the error of `restoring`.
  public static func openedState(restoring: ((inout State) throws -> Void)? = nil) throws -> State? {
    #if DEBUG
      guard let text = ProcessInfo.processInfo.environment["REDUXLOG_OPEN"], !text.isEmpty else { return nil }
      return try openedState(text, restoring: restoring)
    #else
      return nil
    #endif
  }

  /// Returns the state at `FILE@REV`.
  package static func openedState(_ text: String, restoring: ((inout State) throws -> Void)?) throws -> State {
    let point = try RecordedPoint(text)
    let seq = try point.seq()
    let replayer = Replayer<Self>(file: point.file)
    var state = try replayer.state(at: seq)
    if let restoring { try restoring(&state) } else { try replayer.checkHasNoStandIns(state, at: seq) }
    return state
  }
}

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
      throw unencodable(state, seq: seq, because: error)
    }
    guard count == 0 else { throw error(.holdsStandIns(count: count), seq: seq) }
  }
}
