/// Appends an integer in decimal.
package func appendDecimal(_ value: Int, to output: inout [UInt8]) {
  withUnsafeTemporaryAllocation(byteCount: Decimals.room, alignment: 1) { digits in
    guard let start = digits.baseAddress else { return }
    let count = Decimals.write(Int64(value), to: start)
    output.append(contentsOf: UnsafeRawBufferPointer(rebasing: digits[..<count]))
  }
}
