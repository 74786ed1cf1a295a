import Expectations
import Synchronization
import Testing

@testable import StateTree

struct ObjectPoolTests {
  @Test func `the pool keeps four objects and returns each once`() {
    let tally = Tally()
    do {
      let pool = ObjectPool<Tool>()
      for _ in 0..<5 { pool.put(Tool(tally)) }
      expectEqual(tally.living.load(ordering: .relaxed), 4)
      let taken = (0..<5).map { _ in pool.take() }
      expectEqual(Set(taken.compactMap { $0.map { ObjectIdentifier($0) } }).count, 4)
      #expect(taken[4] == nil)
    }
    expectEqual(tally.living.load(ordering: .relaxed), 0)
  }

  @Test func `the pool releases its objects when it is destroyed`() {
    let tally = Tally()
    do {
      let pool = ObjectPool<Tool>()
      for _ in 0..<3 { pool.put(Tool(tally)) }
      expectEqual(tally.living.load(ordering: .relaxed), 3)
    }
    expectEqual(tally.living.load(ordering: .relaxed), 0)
  }

  /// The uses are counted without a lock: two threads that share an object would lose some, and the thread sanitizer
  /// would report a race.
  @Test func `the pool gives an object to one thread at a time`() async {
    let tally = Tally()
    do {
      let pool = Pool()
      await withTaskGroup { group in
        for _ in 0..<6 {
          group.addTask {
            for _ in 0..<3000 {
              let tool = pool.tools.take() ?? Tool(tally)
              tool.uses += 1
              pool.tools.put(tool)
            }
          }
        }
      }
    }
    expectEqual(tally.uses.load(ordering: .relaxed), 18_000)
    expectEqual(tally.living.load(ordering: .relaxed), 0)
  }
}

private final class Pool: Sendable {
  let tools = ObjectPool<Tool>()
}

/// Counts existing tools, and uses of destroyed ones.
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
