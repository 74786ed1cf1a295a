/// What a recorder writes of the states between snapshots.
public enum RecordedStates: String, Hashable, Sendable {
  /// Their hashes: who wants to see one needs the reducers that made it.
  case snapshots
  /// Also what each action did to the state, as RFC 6902 operations. Such a journal is self-contained: its states can be read
  /// by somebody who has no reducers, and also where actions can't be decoded. Each action that changes the state costs an
  /// encoding of all of it and a comparison with the one before, whose encoding the recorder keeps.
  case patches
}
