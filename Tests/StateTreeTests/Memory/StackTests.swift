import Expectations
import Testing

@testable import StateTree

struct StackTests {
  @Test func `a stack keeps its elements when it grows`() {
    var stack = Stack<String>()
    for count in 1...100 {
      stack.append("the element \(count) of a hundred")
      expectEqual(stack.count, count)
      expectEqual(stack.elements[count - 1], "the element \(count) of a hundred")
    }
    expectEqual((0..<100).map { stack.elements[$0] }, (1...100).map { "the element \($0) of a hundred" })
  }

  @Test func `a stack releases removed elements at once, and the rest when it is destroyed`() {
    let counter = Counter()
    do {
      var stack = Stack<Guest>()
      for _ in 0..<20 { stack.append(Guest(counter)) }
      expectEqual(counter.living, 20)
      stack.removeLast(to: 9)
      #expect((stack.count, counter.living) == (9, 9))
      stack.removeLast(to: 30)
      #expect((stack.count, counter.living) == (9, 9))
      stack.elements[3] = Guest(counter)
      stack.append(Guest(counter))
      #expect((stack.count, counter.living) == (10, 10))
    }
    expectEqual(counter.living, 0)
  }

  @Test func `elements are changed in place`() {
    var stack = Stack<[Int]>()
    stack.append([1, 2, 3])
    let before = stack.elements[0].withUnsafeBufferPointer { $0.baseAddress }
    stack.elements[0][1] = 5
    expectEqual(stack.elements[0].withUnsafeBufferPointer { $0.baseAddress }, before)
    expectEqual(stack.elements[0], [1, 5, 3])
  }
}

private final class Counter {
  var living = 0
}

private final class Guest {
  private let counter: Counter

  init(_ counter: Counter) {
    self.counter = counter
    counter.living += 1
  }

  deinit { counter.living -= 1 }
}
