#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What the app's middleware works with: everything in it that is not the same each time.
public struct AccountsEnvironment: Sendable {
  /// The service.
  public var bank: any Bank
  /// Who shows the screens.
  public var navigator: any Navigator
  /// Who counts what people do.
  public var analytics: any Analytics
  /// The time.
  public var now: @Sendable () -> Date
  /// An id for a request, which no other has.
  public var nextRequest: @Sendable () -> RequestID
  /// A key for a transfer, which no other has, in any run of any app.
  public var newKey: @Sendable () -> TransferKey
  /// Starts what waits for the bank. A test may keep it, and run it when it sees fit.
  public var start: @Sendable (_ work: @escaping @Sendable () async -> Void) -> Void

  /// Creates an environment; what isn't given is that of an app that runs.
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
