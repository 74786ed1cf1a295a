/// After which actions the recorder hashes the state.
///
/// Hashing takes as long as comparing the elements of large collections with those of the last state, and hashing those that
/// differ; an `EntityTable` keeps its hash up to date. If hashing after every action takes too long, skip some. Only the hashed states are then proven by themselves, and
/// the others as steps between them.
public enum HashPolicy: Hashable, Sendable {
  /// After each action, unless that takes longer than 4 ms on average: then as often as it takes no longer.
  ///
  /// The recorder reports once that it begins to skip states, with the member that takes the longest.
  case automatic
  /// After each action, which proves each state by itself.
  case everyAction
  /// After each n-th action; values below 2 mean after each.
  case every(Int)
  /// As often as hashing takes no longer than this per action on average. A single hash may take longer.
  case within(Duration)
}
