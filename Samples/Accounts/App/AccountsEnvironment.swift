#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The dependencies of the app's middleware: everything that differs between runs.
public struct AccountsEnvironment: Sendable {
  /// The bank's service.
  public var bank: any Bank
  /// Shows the screens.
  public var navigator: any Navigator
  /// Counts events.
  public var analytics: any Analytics
  /// Returns the current time.
  public var now: @Sendable () -> Date
  /// Makes a unique request id.
  public var nextRequest: @Sendable () -> RequestID
  /// Makes a transfer key that is unique across all runs and devices.
  public var newKey: @Sendable () -> TransferKey
  /// Starts work that waits for the bank. A test can hold it back and run it later.
  public var start: @Sendable (_ work: @escaping @Sendable () async -> Void) -> Void

  /// Creates an environment; the defaults are those of a running app.
  public init(
    bank: any Bank, navigator: any Navigator, analytics: any Analytics,
    now: @escaping @Sendable () -> Date = { Date() },
    nextRequest: @escaping @Sendable () -> RequestID = RequestCounter().next,
    newKey: @escaping @Sendable () -> TransferKey = { TransferKey(rawValue: UUID().uuidString) },
    start: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void = { work in Task { await work() } }
  ) {
    self.bank = bank
    self.navigator = navigator
    self.analytics = analytics
    self.now = now
    self.nextRequest = nextRequest
    self.newKey = newKey
    self.start = start
  }
}
