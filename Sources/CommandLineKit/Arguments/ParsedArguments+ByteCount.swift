extension ParsedArguments {
  /// The value of an option as a number of bytes, such as `4096`, `64K`, `16M` or `1G`; `nil` without the option.
  ///
  /// - Throws: `UsageError` for any other value.
  package func byteCount(of option: OptionSpecification) throws(UsageError) -> Int? {
    guard let text = value(of: option) else { return nil }
    let shift: Int? =
      switch text.last {
      case "K", "k": 10
      case "M", "m": 20
      case "G", "g": 30
      default: nil
      }
    let number = Int(shift == nil ? text[...] : text.dropLast())
    guard let number, number > 0,
      case let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0)),
      !overflow
    else {
      throw UsageError(
        "option '\(option.spelling)': expected a number of bytes, such as 4096, 64K, 16M or 1G, found '\(text)'")
    }
    return bytes
  }
}
