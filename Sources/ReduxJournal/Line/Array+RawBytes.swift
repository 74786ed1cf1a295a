extension [UInt8] {
  /// Like `withUnsafeBytes`, with typed errors.
  @_transparent
  func withRawBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { bytes throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}
