/// How much of states and actions a recorder writes.
///
/// | | actions | states | for |
/// |---|---|---|---|
/// | `names` | types and times | which members changed | released apps |
/// | `shape` | and their structure, with stand-ins for all values | and theirs | testers, where values must stay private |
/// | `full` | and their values, but for secrets | and theirs, with a hash after each action | development |
///
/// Only with `full` does a replay tell what happened.
public enum RecordingDetail: String, Sendable, CaseIterable {
  /// Names only: the types of actions, when they came and how long their reducers took, and which members of the state
  /// they changed. No value, no hash of one, no key of a dictionary, and nothing to replay.
  case names
  /// The structure of actions and states: each value is replaced by a stand-in, as if it were a secret. Hashes are those
  /// of the stand-ins. It says which optionals are there and which cases enums have.
  case shape
  /// Everything that is not redacted.
  case full
}
