import Foundation
import Testing

@testable import ReduxLogTool

@Suite struct ReducerActivityTests {
  /// The same memory, as another process has it.
  private func shared(_ board: ReducerActivity) throws -> ReducerActivity {
    try ReducerActivity(sharing: dup(board.descriptor))
  }

  @Test func whatOneWritesTheOtherReads() throws {
    let board = try ReducerActivity()
    let other = try shared(board)
    #expect(other.activity(ofThread: 0) == nil)

    board.reducerWillRun(seq: 57, thread: 0)
    board.progress = 56
    #expect(other.activity(ofThread: 0) == ReducerActivity.Activity(seq: 57, steps: 1))
    #expect(other.activity(ofThread: 0)?.isReducing == true)
    #expect(other.progress == 56)

    board.reducerDidRun(thread: 0)
    #expect(other.activity(ofThread: 0) == ReducerActivity.Activity(seq: 57, steps: 2))
    #expect(other.activity(ofThread: 0)?.isReducing == false)

    other.clear()
    #expect(board.activity(ofThread: 0) == nil)
    #expect(board.progress == 0)
  }

  @Test func threadsDoNotDisturbEachOther() throws {
    let board = try ReducerActivity()
    let other = try shared(board)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<1000 {
        board.reducerWillRun(seq: thread * 1000 + step, thread: thread)
        if thread == 7, step == 999 { return }
        board.reducerDidRun(thread: thread)
      }
    }
    for thread in 0..<7 {
      #expect(other.activity(ofThread: thread) == ReducerActivity.Activity(seq: thread * 1000 + 999, steps: 2000))
    }
    #expect(other.activity(ofThread: 7) == ReducerActivity.Activity(seq: 7999, steps: 1999))
    #expect(other.activity(ofThread: 8) == nil)
  }

  @Test func moreThreadsThanThereIsRoomForAreNotSeen() throws {
    let board = try ReducerActivity()
    let last = ReducerActivity.threadCount - 1
    board.reducerWillRun(seq: 1, thread: last)
    board.reducerWillRun(seq: 1, thread: last + 1)
    #expect(board.activity(ofThread: last) != nil)
    #expect(board.activity(ofThread: last + 1) == nil)
  }
}
