import StateCoding
import StateTree

/// A slice of a state and its persistence, with their types hidden.
struct PersistedSlice<State: Sendable>: Sendable {
  let name: String
  let isSecret: Bool
  let transaction: (any PersistenceTransaction)?
  let restore: @Sendable () throws(PersistenceError) -> Restoration<State>
  let capture: @Sendable (State) -> CapturedSlice
}

/// The result of reading one slice.
struct Restoration<State: Sendable>: Sendable {
  var outcome: RestoreReport.Outcome
  /// Where the stored value is, and why it isn't in the state.
  var loss: (place: String?, reason: String)?
  /// Puts the restored value into a state; `nil` without a value.
  var apply: (@Sendable (inout State) -> Void)?
  /// Computes the hash of the stored value; `nil` without a value, or if it has an older schema.
  var storedHash: (@Sendable () throws -> StateHash)?
}

/// The value of a slice at one moment.
struct CapturedSlice: Sendable {
  let hash: @Sendable () throws -> StateHash
  let store: @Sendable () throws(PersistenceError) -> Void
}

extension PersistedSlice {
  init<Persistence: SlicePersistence>(
    _ path: any WritableKeyPath<State, Persistence.Value> & Sendable, in persistence: Persistence
  ) {
    name = persistence.name
    isSecret = persistence.isSecret
    transaction = persistence.transaction
    restore = { () throws(PersistenceError) in Restoration(try persistence.restore(), at: path) }
    capture = { state in
      let value = state[keyPath: path]
      return CapturedSlice(
        hash: { try StateEncoder().hash(value) },
        store: { () throws(PersistenceError) in try persistence.store(value) })
    }
  }

  /// Returns the same slice, of a larger state that contains the state.
  func pullback<Whole>(state path: any WritableKeyPath<Whole, State> & Sendable) -> PersistedSlice<Whole> {
    PersistedSlice<Whole>(
      name: name, isSecret: isSecret, transaction: transaction,
      restore: { () throws(PersistenceError) in try restore().pullback(state: path) },
      capture: { capture($0[keyPath: path]) })
  }
}

extension Restoration {
  init<Value: Encodable & Sendable>(
    _ slice: RestoredSlice<Value>, at path: any WritableKeyPath<State, Value> & Sendable
  ) {
    switch slice {
    case .absent:
      outcome = .absent
    case .setAside(let place, let reason):
      outcome = .setAside
      loss = (place, reason)
    case .restored(let value, let version):
      outcome = version.map { .migrated(from: $0) } ?? .restored
      apply = { $0[keyPath: path] = value }
      if version == nil { storedHash = { try StateEncoder().hash(value) } }
    }
  }

  func pullback<Whole>(state path: any WritableKeyPath<Whole, State> & Sendable) -> Restoration<Whole> {
    var restoration = Restoration<Whole>(outcome: outcome, loss: loss, storedHash: storedHash)
    if let apply { restoration.apply = { apply(&$0[keyPath: path]) } }
    return restoration
  }
}
