/// A summary of a repaired copy.
package struct RepairReport: Hashable, Sendable {
  /// The fingerprint of the journal's key, if it has one.
  package var key: String?
  /// The number of lines in the copy, including restored ones.
  package var kept = 0
  /// The number of these that ended in CR LF.
  package var lineEndsRestored = 0
  /// The number of these with a wrong sum whose rest the next line proves.
  package var sumsRestored = 0
  /// The number of lines set aside.
  package var setAside = 0
  /// The number of bytes set aside.
  package var bytesSetAside = 0
  /// The number of gaps that replace them.
  package var gaps = 0
  /// How a last line without its line end was repaired.
  package var tail = TailRepair.none

  /// Whether the copy equals the journal; for a single file, byte for byte.
  package var isUnchanged: Bool {
    lineEndsRestored == 0 && sumsRestored == 0 && setAside == 0 && gaps == 0 && tail == .none
  }
}
