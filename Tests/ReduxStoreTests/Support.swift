import ReduxStore
import Synchronization
import TestSupport

/// A collection with value semantics that counts how often a change had to copy it.
struct CountingBox: Sendable {
  final class Storage: Sendable {
    let elements: Mutex<[Int]>

    init(_ elements: [Int]) {
      self.elements = Mutex(elements)
    }
  }

  final class Counter: Sendable {
    let copies = Atomic<Int>(0)

    var count: Int { copies.load(ordering: .relaxed) }
  }

  let counter: Counter
  private var storage: Storage

  init(_ elements: [Int], counter: Counter) {
    self.counter = counter
    storage = Storage(elements)
  }

  var elements: [Int] {
    storage.elements.withLock { $0 }
  }

  var count: Int {
    storage.elements.withLock { $0.count }
  }

  mutating func append(_ element: Int) {
    if !isKnownUniquelyReferenced(&storage) {
      counter.copies.add(1, ordering: .relaxed)
      storage = Storage(elements)
    }
    storage.elements.withLock { $0.append(element) }
  }
}

/// A state of a number and a title, with its actions.
struct CounterState: Sendable, Equatable {
  var count = 0
  var title = ""
}

enum CounterAction: Sendable, Equatable {
  case add(Int)
  case rename(String)
}

let counterReducer = Reducer<CounterState, CounterAction> { state, action in
  switch action {
  case .add(let amount): state.count += amount
  case .rename(let title): state.title = title
  }
}

/// A state that lists all actions in the order of their reductions.
let appendReducer = Reducer<[Int], Int> { $0.append($1) }
