import Expectations
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
  }

  @Test func `values that nothing equals, and values that can't be compared, are no loss`() {
    struct Opaque { var number = 0 }
    #expect(RestoredEquality.holds(List(place: .nan), List(place: .nan)))
    #expect(RestoredEquality.holds(Opaque(number: 1), Opaque(number: 2)))
    #expect(!RestoredEquality.holds(List(place: 0), List(place: 1)))
  }
}
