extension StateEncoder {
  /// The operations that turn the JSON of one state into that of another: the ones that
  /// `JSONPatch.diff(from: tree(old), to: tree(new))` gives, found without encoding what is known to be equal.
  ///
  ///     let patch = try StateEncoder().patch(from: before, to: after)
  ///
  /// A value that keeps its hash is skipped where it has the same hash in both states. Of an `EntityTable` only the
  /// entities that differ are encoded, so two states that share their tables but for a few changes cost these changes
  /// and what there is beside the tables. Other values are encoded and compared. With a `userInfo` or rules everything
  /// is, since hashes are kept without.
  ///
  /// - Throws: What the states' `encode(to:)` throws, or `EncodingError` if one nests deeper than 512 levels.
  public func patch<State: Encodable>(from old: State, to new: State) throws -> JSONPatch {
    guard userInfo.isEmpty, !rules.haveEffect else { return JSONPatch.diff(from: try tree(old), to: try tree(new)) }
    var differ = StateDiffer()
    try differ.compare(old, new)
    return JSONPatch(differ.json.operations)
  }
}
