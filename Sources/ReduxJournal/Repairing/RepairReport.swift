/// What could be saved of a damaged journal.
package struct RepairReport: Hashable, Sendable {
  /// The fingerprint of the key with which the journal is recorded, if there is one.
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
  /// What was done about a last line without its line end.
  package var tail = TailRepair.none

  /// Whether the copy holds the journal as it was; of one in a single file, byte for byte.
  package var isUnchanged: Bool {
    lineEndsRestored == 0 && sumsRestored == 0 && setAside == 0 && gaps == 0 && tail == .none
  }
}
