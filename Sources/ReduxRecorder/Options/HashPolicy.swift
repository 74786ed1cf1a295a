/// After which actions the state is hashed.
///
/// Hashing a plain state takes time proportional to its size; an `EntityTable` keeps its hash up to date. If hashing after
/// every action takes too long, skip some: the states between two hashes are then proven only as the way from one to the
/// other.
public enum HashPolicy: Hashable, Sendable {
  /// After each action, which proves each state by itself.
  case everyAction
  /// After each n-th action; values below 2 mean after each.
  case every(Int)
  /// As often as hashing takes no longer than this per action on average. A single hash may take longer.
  case within(Duration)
}
