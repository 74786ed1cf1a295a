/// Where the parts of a state are kept: a tree in the shape of the state, put together like reducers.
///
/// ```swift
/// let persistence = StatePersistence<AppState>.combine(
///   .slice(\.session, in: SecretSlice("session", in: secrets)),
///   .slice(\.user, in: FileSlice("user", in: folder)),
///   feed.pullback(state: \.feed))
/// ```
///
/// What no slice names is not kept: what is on screen, what is being typed, whatever can be had again.
public struct StatePersistence<State: Sendable>: Sendable {
  let slices: [PersistedSlice<State>]

  private init(slices: [PersistedSlice<State>]) {
    var names: Set<String> = []
    for slice in slices {
      precondition(names.insert(slice.name).inserted, "two slices are called \(slice.name)")
    }
    self.slices = slices
  }

  /// Keeps one part of the state.
  ///
  /// - Parameters:
  ///   - path: where the part stands in the state.
  ///   - persistence: where it is kept.
  /// - Returns: the persistence of a state of which only this part is kept.
  public static func slice<Persistence: SlicePersistence>(
    _ path: any WritableKeyPath<State, Persistence.Value> & Sendable, in persistence: Persistence
  ) -> Self {
    Self(slices: [PersistedSlice(path, in: persistence)])
  }

  /// Keeps several parts. What stands in the same transaction is stored together, all of it or nothing.
  ///
  /// - Precondition: No two slices have the same name.
  public static func combine(_ parts: Self...) -> Self {
    Self(slices: parts.flatMap(\.slices))
  }

  /// The same parts, of a larger state in which this one is a part.
  ///
  /// - Parameter path: where this state stands in the larger one.
  /// - Returns: the persistence of the larger state.
  public func pullback<Whole: Sendable>(
    state path: any WritableKeyPath<Whole, State> & Sendable
  ) -> StatePersistence<Whole> {
    StatePersistence<Whole>(slices: slices.map { $0.pullback(state: path) })
  }
}
