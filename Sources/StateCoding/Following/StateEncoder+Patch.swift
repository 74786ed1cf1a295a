import StateTree

extension StateEncoder {
  /// Finds the operations that turn the JSON of one state into that of another.
  ///
  ///     let patch = try StateEncoder().patch(from: before, to: after)
  ///
  /// The result equals `JSONPatch.diff(from: tree(old), to: tree(new))`, but it encodes no tables with equal hashes, and only
  /// those entities of an `EntityTable` that differ. Two states with a few changes in their tables cost these changes and
  /// everything outside the tables, which is encoded and compared. With a `userInfo` or rules it encodes everything,
  /// because tables keep their hashes without them.
  ///
  /// - Throws: The error of the states' `encode(to:)`, or `EncodingError` if one nests deeper than 512 levels.
  public func patch<State: Encodable>(from old: State, to new: State) throws -> JSONPatch {
    guard userInfo.isEmpty, !rules.haveEffect else { return JSONPatch.diff(from: try tree(old), to: try tree(new)) }
    return try EncodingSession.withPooled { session in
      var differ = StateDiffer(session)
      try differ.compare(old, new)
      return JSONPatch(differ.json.operations)
    }
  }
}
