import SystemSupport
import Testing

struct PlatformThreadsTests {
  @Test func `work runs once, on another thread`() async {
    let here = Platform.currentThread
    let there = await withCheckedContinuation { continuation in
      Platform.onNewThread { continuation.resume(returning: Platform.currentThread) }
    }
    #expect(there != 0 && there != here)
  }
}
