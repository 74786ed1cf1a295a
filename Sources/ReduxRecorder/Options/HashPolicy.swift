/// After which actions the recorder hashes the state.
///
/// Hashing takes time proportional to the state's size, except for an `EntityTable`, which keeps its hash up to date.
/// If hashing after every action takes too long, skip some. Only the hashed states are then proven by themselves, and
/// the others as steps between them.
public enum HashPolicy: Hashable, Sendable {
  /// After each action, which proves each state by itself.
  case everyAction
  /// After each n-th action; values below 2 mean after each.
  case every(Int)
  /// As often as hashing takes no longer than this per action on average. A single hash may take longer.
  case within(Duration)
}
