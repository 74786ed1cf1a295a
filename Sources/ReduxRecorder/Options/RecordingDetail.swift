/// How much of states and actions a recorder writes.
///
/// | | actions | states | for |
/// |---|---|---|---|
/// | `names` | types and times | which members changed | released apps |
/// | `shape` | also their structure, with stand-ins for all values | structure | testers with private data |
/// | `full` | also their values, except secrets | values, with a hash after each action | development |
///
/// Only a `full` journal can be replayed.
public enum RecordingDetail: String, Sendable, CaseIterable {
  /// The types of actions, their times, the durations of their reducers, and the members of the state that they
  /// changed.
  ///
  /// The journal holds no values, hashes of values, or dictionary keys, and can't be replayed.
  case names
  /// The structure of actions and states, with a stand-in for each value.
  ///
  /// Hashes are those of the stand-ins. The structure shows enum cases and which optionals have values.
  case shape
  /// Everything that is not redacted.
  case full
}
