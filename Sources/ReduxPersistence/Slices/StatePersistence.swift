/// The persistence of the parts of a state, combined like reducers.
///
/// ```swift
/// let persistence = StatePersistence<AppState>.combine(
///   .slice(\.session, in: SecretSlice("session", in: secrets)),
///   .slice(\.user, in: FileSlice("user", in: folder)),
///   feed.pullback(state: \.feed))
/// ```
///
/// Parts that no slice names are not kept, such as what is on screen, what the user is typing, or what can be fetched again.
public struct StatePersistence<State: Sendable>: Sendable {
  let slices: [PersistedSlice<State>]

  private init(slices: [PersistedSlice<State>]) {
    var names: Set<String> = []
    for slice in slices {
      precondition(names.insert(slice.name).inserted, "two slices have the name \(slice.name)")
    }
    self.slices = slices
  }

  /// Keeps one part of the state.
  ///
  /// - Parameters:
  ///   - path: leads to the part in the state.
  ///   - persistence: stores and restores the part.
  /// - Returns: the persistence of a state that keeps only this part.
  public static func slice<Persistence: SlicePersistence>(
    _ path: any WritableKeyPath<State, Persistence.Value> & Sendable, in persistence: Persistence
  ) -> Self {
    Self(slices: [PersistedSlice(path, in: persistence)])
  }

  /// Keeps several parts. Parts of the same transaction are stored together, all or none.
  ///
  /// - Precondition: No two slices have the same name.
  public static func combine(_ parts: Self...) -> Self {
    Self(slices: parts.flatMap(\.slices))
  }

  /// Keeps the same parts of a larger state that contains this one.
  ///
  /// - Parameter path: leads to this state in the larger one.
  /// - Returns: the persistence of the larger state.
  public func pullback<Whole: Sendable>(
    state path: any WritableKeyPath<Whole, State> & Sendable
  ) -> StatePersistence<Whole> {
    StatePersistence<Whole>(slices: slices.map { $0.pullback(state: path) })
  }
}
