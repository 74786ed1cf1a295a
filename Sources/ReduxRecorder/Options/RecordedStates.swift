/// The content that a recorder writes for the states between snapshots.
public enum RecordedStates: String, Hashable, Sendable {
  /// Patches in a debug build that `reduxlog live` watches; otherwise snapshots.
  ///
  /// `live` sets the variable `REDUXLOG_LIVE`.
  case automatic
  /// Hashes. Showing such a state needs the app's reducers.
  case snapshots
  /// Hashes, and each action's changes as RFC 6902 operations.
  ///
  /// Such a journal is self-contained: showing its states needs neither the reducers nor decodable actions. After each
  /// action that changes the state, the recorder encodes the whole state and compares it with the previous encoding,
  /// which it keeps.
  case patches
}
