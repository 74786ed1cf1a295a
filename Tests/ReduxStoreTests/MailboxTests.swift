import Expectations
import Synchronization
import Testing

@testable import ReduxStore

struct MailboxTests {
  /// Runs a closure in the middle of comparisons, and counts them.
  private final class Comparison: Sendable {
    private let count = Mutex(0)
    private let meanwhile = Mutex<(@Sendable () -> Void)?>(nil)

    var calls: Int { count.withLock { $0 } }

    func next(_ body: @escaping @Sendable () -> Void) { meanwhile.withLock { $0 = body } }

    func isRepeat(_ last: Int, _ next: Int) -> Bool {
      count.withLock { $0 += 1 }
      meanwhile.withLock { $0.take() }?()
      return last == next
    }
  }

  private let comparison = Comparison()
  private let mailbox: Mailbox<Int>

  init() {
    mailbox = Mailbox { [comparison] in comparison.isRepeat($0, $1) }
  }

  @Test func `take returns the newest value once, and only the first post notifies`() {
    expectEqual(mailbox.take(), nil)
    #expect(mailbox.post(1))
    #expect(!mailbox.post(2))
    expectEqual(mailbox.take(), 2)
    expectEqual(mailbox.take(), nil)
  }

  @Test func `a repeat of the value taken last is dropped, also behind values never taken`() {
    #expect(mailbox.post(1))
    expectEqual(mailbox.take(), 1)
    #expect(!mailbox.post(1))
    #expect(mailbox.post(2))
    #expect(!mailbox.post(1))
    expectEqual(mailbox.take(), nil)
    #expect(mailbox.post(2))
    expectEqual(mailbox.take(), 2)
  }

  @Test(arguments: [2, 3]) func `a value posted during a comparison waits, and is compared once`(next: Int) {
    #expect(mailbox.post(1))
    expectEqual(mailbox.take(), 1)
    #expect(mailbox.post(2))
    let before = comparison.calls
    comparison.next { [mailbox] in #expect(mailbox.post(next)) }
    expectEqual(mailbox.take(), 2)
    expectEqual(comparison.calls, before + 1)
    expectEqual(mailbox.take(), (next == 2 ? nil : next))
    expectEqual(comparison.calls, before + 2)
  }
}
