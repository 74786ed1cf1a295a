/// The space that `writeDecimal` needs.
package let decimalByteCount = Decimals.room

/// Writes an integer in decimal and returns its length in bytes; up to `decimalByteCount` bytes are overwritten.
package func writeDecimal(_ value: Int, to start: UnsafeMutableRawPointer) -> Int {
  Decimals.write(Int64(value), to: start)
}
