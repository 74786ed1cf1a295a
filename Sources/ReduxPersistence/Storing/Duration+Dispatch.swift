import Dispatch

extension Duration {
  /// The duration as Dispatch takes it; one that is too long for it as the longest.
  var interval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    guard let nanoseconds = Int(exactly: seconds)?.multipliedReportingOverflow(by: 1_000_000_000),
      !nanoseconds.overflow
    else { return .never }
    return .nanoseconds(nanoseconds.partialValue + Int(attoseconds / 1_000_000_000))
  }
}
