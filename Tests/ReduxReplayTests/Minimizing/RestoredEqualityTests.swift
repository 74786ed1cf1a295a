import Expectations
import Foundation
import Testing

@testable import ReduxReplay

/// `RestoredEquality`: what a state loses without a change in its JSON.
struct RestoredEqualityTests {
  private struct List: Equatable {
    var cursor: String? = "b"
    var pages = [Page(number: 1), Page(number: 2)]
    var marks: [String: Int] = [:]
    var place = 0.0
  }

  private struct Page: Equatable {
    var number: Int
  }

  private enum Screen: Equatable {
    case list(List)
    case detail(id: Int, title: String)
    case other
  }

  private struct App: Equatable {
    var screen: Screen

    init(_ change: (inout List) -> Void) {
      var list = List()
      change(&list)
      screen = .list(list)
    }
  }

  @Test func `the first property that differs is named`() {
    func difference(_ change: (inout List) -> Void) -> [String] {
      let (app, other) = (App { _ in }, App(change))
      #expect(!RestoredEquality.holds(app, other))
      return RestoredEquality.difference(app, other)
    }
    expectEqual(difference { $0.cursor = "a" }, ["screen", "list", "cursor"])
    expectEqual(difference { $0.cursor = nil }, ["screen", "list", "cursor"])
    expectEqual(difference { $0.pages[1].number = 3 }, ["screen", "list", "pages", "1", "number"])
    expectEqual(difference { $0.pages.removeLast() }, ["screen", "list", "pages"])
    // Its entries have no order.
    expectEqual(difference { $0.marks["a"] = 1 }, ["screen", "list", "marks"])
    expectEqual(RestoredEquality.difference(Screen.list(List()), Screen.other), [])
    // The payload is a tuple, which has no ==.
    expectEqual(
      RestoredEquality.difference(Screen.detail(id: 1, title: "a"), Screen.detail(id: 1, title: "b")),
      ["detail", "title"])
  }

  @Test func `a property of a superclass is named, and objects that lead back end the search`() {
    class Node: Equatable {
      var number: Int
      var next: Node?
      init(number: Int) { self.number = number }
      static func == (one: Node, other: Node) -> Bool { one === other }
    }
    final class Leaf: Node { var title = "" }
    expectEqual(RestoredEquality.difference(Leaf(number: 1), Leaf(number: 2)), ["number"])
    let (one, other) = (Node(number: 1), Node(number: 1))
    (one.next, other.next) = (one, other)
    #expect(RestoredEquality.difference(one, other).count <= 32)
  }

  @Test func `what a type of the libraries shows of itself isn't named`() {
    struct Visit: Equatable { var at: Date }
    let visits = [1, 2].map { Visit(at: Date(timeIntervalSince1970: $0)) }
    expectEqual(RestoredEquality.difference(visits[0], visits[1]), ["at"])
  }

  @Test func `values that nothing equals, and values that can't be compared, are no loss`() {
    struct Opaque { var number = 0 }
    #expect(RestoredEquality.holds(List(place: .nan), List(place: .nan)))
    #expect(RestoredEquality.holds(Opaque(number: 1), Opaque(number: 2)))
    #expect(!RestoredEquality.holds(List(place: 0), List(place: 1)))
  }
}
