import StateCoding
import StateTree

/// The hash of each slice's stored value, so that only changed slices are stored again.
struct SliceIndex<State: Sendable>: Sendable {
  private struct Entry: Sendable {
    var hash: StateHash?
    /// Whether the stored value could not be read, and must not be overwritten.
    var isBarred = false
    /// Whether the failure to store it has been reported.
    var hasFailed = false
  }

  private let slices: [PersistedSlice<State>]
  private var entries: [Entry]

  init(_ slices: [PersistedSlice<State>]) {
    self.slices = slices
    entries = slices.map { _ in Entry() }
  }

  /// Notes the restored slices, and their values since.
  mutating func note(_ restorations: [Restoration<State>], _ captured: [CapturedSlice]) {
    for (index, restoration) in restorations.enumerated() {
      entries[index].hash = try? restoration.storedHash?()
      guard case .unavailable = restoration.outcome else { continue }
      entries[index].isBarred = true
      // Only later changes count as lost.
      entries[index].hash = try? captured[index].hash()
    }
  }

  /// Stores the changed slices; returns the failures, each with whether it is new.
  mutating func store(_ captured: [CapturedSlice]) -> [(failure: PersistenceFailure, isNew: Bool)] {
    var changed: [(index: Int, hash: StateHash)] = []
    var failures: [(index: Int, error: PersistenceError)] = []
    for (index, slice) in captured.enumerated() {
      do {
        let hash = try slice.hash()
        guard hash != entries[index].hash else {
          entries[index].hasFailed = false
          continue
        }
        if entries[index].isBarred {
          failures.append((index, PersistenceError(.notRestored, place: slices[index].name)))
        } else {
          changed.append((index, hash))
        }
      } catch {
        // The error may quote the value.
        let reason = slices[index].isSecret ? "its encode(to:) throws" : error.explanation
        failures.append((index, PersistenceError(.encoding(reason: reason), place: slices[index].name)))
      }
    }
    // A slice that can't be encoded holds back the rest of its transaction.
    for failure in failures where !entries[failure.index].isBarred {
      guard let transaction = slices[failure.index].transaction else { continue }
      for change in changed where slices[change.index].transaction === transaction {
        failures.append((change.index, failure.error))
      }
      changed.removeAll { slices[$0.index].transaction === transaction }
    }
    while let first = changed.first {
      let transaction = slices[first.index].transaction
      let group = transaction == nil ? [first] : changed.filter { slices[$0.index].transaction === transaction }
      changed.removeAll { change in group.contains { $0.index == change.index } }
      do throws(PersistenceError) {
        if let transaction {
          try transaction.perform { () throws(PersistenceError) in
            for change in group { try captured[change.index].store() }
          }
        } else {
          try captured[first.index].store()
        }
        for change in group {
          entries[change.index].hash = change.hash
          entries[change.index].hasFailed = false
        }
      } catch {
        // Perhaps only the last step failed, so the stored value is unknown.
        for change in group { entries[change.index].hash = nil }
        failures += group.map { ($0.index, error) }
      }
    }
    return failures.map { failure in
      defer { entries[failure.index].hasFailed = true }
      return (
        PersistenceFailure(slice: slices[failure.index].name, error: failure.error),
        !entries[failure.index].hasFailed
      )
    }
  }
}
