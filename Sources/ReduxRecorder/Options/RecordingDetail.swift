/// How much of states and actions a recorder writes.
///
/// | | actions | states | for |
/// |---|---|---|---|
/// | `names` | types and times | which members changed | released apps |
/// | `shape` | and their structure, with stand-ins for all values | and theirs | testers, where values must stay private |
/// | `full` | and their values, but for secrets | and theirs, with a hash after each action | development |
///
/// Only `full` can be replayed.
public enum RecordingDetail: String, Sendable, CaseIterable {
  /// Names only: the types of actions, their times, how long their reducers took, and which members of the state they
  /// changed. The journal holds no value, no hash of a value and no key of a dictionary, and can't be replayed.
  case names
  /// The structure of actions and states, with a stand-in for each value, as if it were a secret.
  ///
  /// Hashes are those of the stand-ins. The structure shows which optionals have values, and the cases of enums.
  case shape
  /// Everything that is not redacted.
  case full
}
