import Synchronization
import Testing

@testable import StateTree

@Suite struct `A pool of objects` {
  @Test func `has room for four, and gives back each once`() {
    let tally = Tally()
    do {
      let pool = ObjectPool<Tool>()
      let arePut = (0..<4).map { _ in pool.put(.passRetained(Tool(tally))) }
      #expect(arePut == [true, true, true, true])
      let fifth = Unmanaged.passRetained(Tool(tally))
      let isFifthPut = pool.put(fifth)
      #expect(!isFifthPut)
      fifth.release()
      let taken = (0..<5).map { _ in pool.take() }
      #expect(Set(taken.compactMap { $0?.toOpaque() }).count == 4)
      #expect(taken[4]?.toOpaque() == nil)
      for tool in taken { tool?.release() }
    }
    #expect(tally.living.load(ordering: .relaxed) == 0)
  }

  @Test func `lets go of its objects at its end`() {
    let tally = Tally()
    do {
      let pool = ObjectPool<Tool>()
      for _ in 0..<3 where !pool.put(.passRetained(Tool(tally))) { Issue.record("there is room") }
      #expect(tally.living.load(ordering: .relaxed) == 3)
    }
    #expect(tally.living.load(ordering: .relaxed) == 0)
  }

  /// The uses are counted without a lock: two threads that had one object at a time would lose some, and the thread
  /// sanitizer would say so.
  @Test func `gives an object to one thread at a time`() async {
    let tally = Tally()
    do {
      let pool = Pool()
      await withTaskGroup { group in
        for _ in 0..<6 {
          group.addTask {
            for _ in 0..<3000 {
              let tool = pool.tools.take() ?? .passRetained(Tool(tally))
              tool._withUnsafeGuaranteedRef { $0.uses += 1 }
              if !pool.tools.put(tool) { tool.release() }
            }
          }
        }
      }
    }
    #expect(tally.uses.load(ordering: .relaxed) == 18_000)
    #expect(tally.living.load(ordering: .relaxed) == 0)
  }
}

private final class Pool: Sendable {
  let tools = ObjectPool<Tool>()
}

/// How many tools there are, and how often those that are gone were used.
private final class Tally: Sendable {
  let living = Atomic(0)
  let uses = Atomic(0)
}

private final class Tool {
  private let tally: Tally
  var uses = 0

  init(_ tally: Tally) {
    self.tally = tally
    tally.living.add(1, ordering: .relaxed)
  }

  deinit {
    tally.uses.add(uses, ordering: .relaxed)
    tally.living.subtract(1, ordering: .relaxed)
  }
}
