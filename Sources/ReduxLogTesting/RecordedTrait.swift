import ReduxRecorder
public import ReduxReplay
import Synchronization
public import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A trait that records a test's session, and keeps the journal if the test fails.
///
///     @Test(.recorded(as: CartApp.self)) func `a coupon lowers the total`() throws {
///       let store = Store(initialState: Cart(), reducer: Reducer(try Recorder.ofTest.recording(CartApp.reduce)))
///       …
///     }
///
/// Each test, and each of its arguments, has a journal of its own in the temporary folder. If the test passes, it is removed.
/// If it records an issue or throws, the journal is attached, and its path is printed to standard error.
public struct RecordedTrait: TestTrait, SuiteTrait, TestScoping {
  private let identity: AppIdentity
  private let options: RecorderOptions

  init<App: ReplayableApp>(_ app: App.Type) {
    identity = AppIdentity(App.self)
    options = RecorderOptions(volatile: App.volatile, identity: App.identity, inputs: App.usesInputs)
  }

  /// Whether the tests of a suite get the trait: each has a recorder of its own.
  public var isRecursive: Bool { true }

  /// Runs a test with a recorder.
  @concurrent public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    let session = try RecordedSession(of: test.name, identity, options)
    let failed = Mutex(false)
    let watch = IssueHandlingTrait.compactMapIssues { issue in
      failed.withLock { $0 = true }
      return issue
    }
    do {
      try await Recorder.$current.withValue(session.recorder) {
        try await watch.provideScope(for: test, testCase: testCase, performing: function)
      }
    } catch {
      session.keep(test.sourceLocation)
      throw error
    }
    if failed.withLock({ $0 }) { session.keep(test.sourceLocation) } else { session.discard() }
  }
}

extension Trait where Self == RecordedTrait {
  /// Gives a test a recorder, `Recorder.ofTest`, and keeps the journal if the test fails.
  ///
  /// - Parameter app: The app that the test drives. It names the journal, and decides what is volatile.
  /// - Returns: The trait.
  public static func recorded<App: ReplayableApp>(as app: App.Type) -> RecordedTrait { RecordedTrait(app) }
}
