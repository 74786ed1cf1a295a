/// How many bytes an integer takes at most in decimal.
package let decimalByteCount = Decimals.integerLength

/// Writes an integer in decimal and returns how many bytes that took: `decimalByteCount` at most.
package func writeDecimal(_ value: Int, to start: UnsafeMutableRawPointer) -> Int {
  Decimals.write(Int64(value), to: start)
}
