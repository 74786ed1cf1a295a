import StateCoding

extension JournalFile {
  /// The most rewinds that a search for redacted places follows.
  private static let followedRewinds = 8

  /// Returns the places that hold stand-ins in a state: those that the records since the last whole state name.
  ///
  /// O(n) in the bytes of these records. A place whose value is no stand-in in this state may be among them; the places that
  /// only damaged or missing lines name are not.
  package func redactedPlaces(at seq: Int) -> RedactedPlaces {
    var places = redactedPlaces(aroundStepTo: seq)
    places.forgetReplaced()
    return places
  }

  /// The same with those in the state before that the last step set to something else, for showing what it changed.
  package func redactedPlaces(aroundStepTo seq: Int) -> RedactedPlaces {
    var places = RedactedPlaces()
    try? add(at: seq, to: &places)
    return places
  }

  private func add(at seq: Int, to places: inout RedactedPlaces) throws(JournalError) {
    var next: Int? = seq
    for _ in 0...JournalFile.followedRewinds {
      guard let seq = next, let entry = try entry(settingSeq: seq) else { break }
      next = entry.record.target
      guard try lastHeader(before: entry.offset).header.rules.isOn else { continue }
      let start = try baseSnapshot(of: entry) ?? entry
      let reader = try entries(fromOffset: start.offset)
      // A snapshot may repeat the state.
      while let record = try reader.next(), record.seq <= seq { places.add(statesOf: record.record) }
    }
  }
}
