/// What writes down that an earlier state of a live store is taken up again.
public protocol RewindRecording: Sendable {
  /// Writes the rewind.
  ///
  /// - Parameters:
  ///   - seq: The seq of the state that is taken up again.
  ///   - state: That state.
  /// - Returns: The seq that it has from now on.
  /// - Throws: If it can't be written; then the store must go on as it was.
  func recordRewind(to seq: Int, state: some Encodable) throws -> Int

  /// Hands all that was recorded to the kernel, so that a reader finds it.
  ///
  /// - Throws: `JournalError` if it can't be written.
  func flush(toDisk: Bool) throws(JournalError)
}
