/// What a recorder writes of the states between snapshots.
public enum RecordedStates: String, Hashable, Sendable {
  /// Their hashes. To see such a state, you need the app's reducers.
  case snapshots
  /// Their hashes and what each action did to the state, as RFC 6902 operations.
  ///
  /// Such a journal is self-contained: its states can be read without the reducers, and where actions can't be decoded. Each
  /// action that changes the state costs an encoding of the whole state and a comparison with the encoding before, which
  /// the recorder keeps.
  case patches
}
