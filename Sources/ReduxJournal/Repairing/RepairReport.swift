/// What a repair kept of a damaged journal.
package struct RepairReport: Hashable, Sendable {
  /// The fingerprint of the journal's key, if it has one.
  package var key: String?
  /// How many lines are in the copy as they were; those that were restored included.
  package var kept = 0
  /// How many of these ended in CR LF.
  package var lineEndsRestored = 0
  /// How many of these had a wrong sum, while the line after each proves the rest of it.
  package var sumsRestored = 0
  /// How many lines were set aside.
  package var setAside = 0
  /// How many bytes these have.
  package var bytesSetAside = 0
  /// How many gaps stand in their places.
  package var gaps = 0
  /// How a last line without its line end was repaired.
  package var tail = TailRepair.none

  /// Whether the copy holds the journal as it was; of one in a single file, byte for byte.
  package var isUnchanged: Bool {
    lineEndsRestored == 0 && sumsRestored == 0 && setAside == 0 && gaps == 0 && tail == .none
  }
}
