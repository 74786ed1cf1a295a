/// What could be saved of a damaged journal.
public struct SalvageReport: Hashable, Sendable {
  /// The fingerprint of the key with which the journal is recorded, if there is one.
  public var key: String?
  /// How many lines are in the copy as they were; those that were restored included.
  public var kept = 0
  /// How many of these ended in CR LF.
  public var lineEndsRestored = 0
  /// How many of these had a wrong sum, while the line after each proves the rest of it.
  public var sumsRestored = 0
  /// How many lines were set aside.
  public var setAside = 0
  /// How many bytes these have.
  public var bytesSetAside = 0
  /// How many gaps stand in their places.
  public var gaps = 0
  /// What was done about a last line without its line end.
  public var tail = JournalRepair.none

  /// Whether the copy holds the journal as it was; of one in a single file, byte for byte.
  public var isUnchanged: Bool {
    lineEndsRestored == 0 && sumsRestored == 0 && setAside == 0 && gaps == 0 && tail == .none
  }
}
