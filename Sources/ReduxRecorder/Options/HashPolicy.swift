/// After which actions the state is hashed.
///
/// The hash of a plain state costs as much as the state is large; an `EntityTable` keeps its own. Where that is too much for
/// every action, some go without: what is told of the states between two hashes is only that the way over them leads from
/// the one to the other.
public enum HashPolicy: Hashable, Sendable {
  /// After each, so that each state is proven by itself.
  case everyAction
  /// After each n-th; 1 and less are after each.
  case every(Int)
  /// As often as hashing takes no longer than this for each action on average. A single hash takes as long as it takes.
  case within(Duration)
}
