import Expectations
import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import ReducerIsolation
@testable import ReduxLogTool

struct ReducerActivityTests {
  /// The same memory, as another process has it.
  private func shared(_ activity: ReducerActivity) throws -> ReducerActivity {
    try ReducerActivity(sharing: dup(activity.descriptor))
  }

  @Test func whatOneWritesTheOtherReads() throws {
    let activity = try ReducerActivity()
    let other = try shared(activity)
    expectEqual(other.status(ofThread: 0), nil)

    activity.reducerWillRun(seq: 57, thread: 0)
    activity.progress = 56
    expectEqual(other.status(ofThread: 0), ReducerActivity.Status(seq: 57, steps: 1))
    expectEqual(other.status(ofThread: 0)?.isReducing, true)
    expectEqual(other.progress, 56)

    activity.reducerDidRun(thread: 0)
    expectEqual(other.status(ofThread: 0), ReducerActivity.Status(seq: 57, steps: 2))
    expectEqual(other.status(ofThread: 0)?.isReducing, false)

    other.clear()
    expectEqual(activity.status(ofThread: 0), nil)
    expectEqual(activity.progress, 0)
  }

  @Test func threadsDoNotDisturbEachOther() throws {
    let activity = try ReducerActivity()
    let other = try shared(activity)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<1000 {
        activity.reducerWillRun(seq: thread * 1000 + step, thread: thread)
        if thread == 7, step == 999 { return }
        activity.reducerDidRun(thread: thread)
      }
    }
    for thread in 0..<7 {
      expectEqual(other.status(ofThread: thread), ReducerActivity.Status(seq: thread * 1000 + 999, steps: 2000))
    }
    expectEqual(other.status(ofThread: 7), ReducerActivity.Status(seq: 7999, steps: 1999))
    expectEqual(other.status(ofThread: 8), nil)
  }

  @Test func moreThreadsThanThereIsRoomForAreNotSeen() throws {
    let activity = try ReducerActivity()
    let last = ReducerActivity.threadCount - 1
    activity.reducerWillRun(seq: 1, thread: last)
    activity.reducerWillRun(seq: 1, thread: last + 1)
    #expect(activity.status(ofThread: last) != nil)
    expectEqual(activity.status(ofThread: last + 1), nil)
  }

  @Test func `a crash is noted with its place in the code`() async throws {
    try await onOwnThread {
      let activity = try ReducerActivity()
      let path = "/dev/fd/\(activity.descriptor)"
      #expect(activity.crash == nil)
      // The other process maps the same file.
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardOutputContent]
      ) { [path = path as String, id = getpid() as Int32] in
        let descriptor = open(path.replacing("/dev/fd", with: "/proc/\(id)/fd"), O_RDWR)
        let shared = try ReducerActivity(sharing: descriptor)
        CrashReporter.handleCrashes(notingIn: shared)
        shared.reducerWillRun(seq: 7, thread: 0)
        let numbers = [1, 2, 3]
        print(numbers[shared.progress + 3])
      }
      _ = result
      let crash = try #require(activity.crash)
      expectEqual(crash.thread, 0)
      #expect(["SIGILL", "SIGTRAP"].contains(Platform.signalName(crash.signal)))
      let site = try #require(crash.site)
      #expect(!site.image.hasPrefix("libswift") && !site.image.hasPrefix("libc") && site.offset > 0, "\(site)")
      expectEqual(activity.status(ofThread: 0), ReducerActivity.Status(seq: 7, steps: 1))
      activity.clear()
      #expect(activity.crash == nil)
    }
  }
}
