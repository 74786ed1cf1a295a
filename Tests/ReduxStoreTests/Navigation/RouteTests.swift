import Expectations
import Foundation
import ReduxStore
import Testing

struct RouteTests {
  @Test func `appending adds a segment, and parent removes it`() {
    let project: Route = ["projects", "run"]
    expectEqual(project.appending("run-8"), ["projects", "run", "run-8"])
    expectEqual(project.parent, ["projects"])
    expectEqual(Route().parent, [])
  }

  @Test(
    arguments: [
      ([], ""),
      (["projects"], "/projects"),
      (["projects", "run", "run-8"], "/projects/run/run-8"),
      ([""], "/"),
      (["", ""], "//"),
      (["a/b", "~", "~1", "/"], "/a~1b/~0/~01/~1"),
      (["\u{301}a", "é", "e\u{301}"], "/\u{301}a/é/e\u{301}"),
    ] as [(Route, String)])
  func `each route has its own description, which is read back and keys its data`(
    route: Route, description: String
  ) throws {
    expectEqual(route.description, description)
    expectEqual(Route(description), route)
    let navigation = Navigation(route: route, data: [route: 7])
    let json = try JSONEncoder().encode(navigation)
    try expectEqual(JSONDecoder().decode(Navigation<Int>.self, from: json), navigation)
  }

  @Test(arguments: ["a", "a/b", "/~", "/~2", "/a~"])
  func `other texts are refused`(text: String) {
    expectEqual(Route(text), nil)
    for (json, member) in [
      (#"{"route":"\#(text)","data":{}}"#, "route"), (#"{"route":"","data":{"\#(text)":7}}"#, "data"),
    ] {
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Navigation<Int>.self, from: Data(json.utf8))
      }
      guard case .dataCorrupted(let context)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      expectEqual(context.codingPath.first?.stringValue, member)
      #expect(member == "data" || context.debugDescription.hasPrefix("\"\(text)\" is not a route"))
    }
  }

  @Test(
    arguments: [
      (.setRoute(["projects", "run"]), #"{"setRoute":{"_0":"/projects/run"}}"#),
      (.setRoute([]), #"{"setRoute":{"_0":""}}"#),
      (.setData("5 k", for: ["projects", "run"]), #"{"setData":{"_0":"5 k","for":"/projects/run"}}"#),
      (.removeData(for: ["projects"]), #"{"removeData":{"for":"/projects"}}"#),
    ] as [(Navigation<String>.Action, String)])
  func `an action is encoded as its case, and decoded`(action: Navigation<String>.Action, json: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    expectEqual(String(decoding: try encoder.encode(action), as: UTF8.self), json)
    try expectEqual(JSONDecoder().decode(Navigation<String>.Action.self, from: Data(json.utf8)), action)
  }

  @Test func `a navigation encodes its data by route, or none`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let drafts = Navigation(route: ["projects"], data: [["projects", "run"]: "5 k", []: "?"])
    expectEqual(
      String(decoding: try encoder.encode(drafts), as: UTF8.self),
      #"{"data":{"":"?","/projects/run":"5 k"},"route":"/projects"}"#)
    let none = Navigation<Never>(route: ["projects"])
    let json = try encoder.encode(none)
    expectEqual(String(decoding: json, as: UTF8.self), #"{"data":{},"route":"/projects"}"#)
    try expectEqual(JSONDecoder().decode(Navigation<Never>.self, from: json), none)
  }

  @Test(
    arguments: [
      (.setRoute(["b"]), Navigation(route: ["b"], data: [["a"]: "old"])),
      (.setRoute([]), Navigation(route: [], data: [["a"]: "old"])),
      (.setData("new", for: ["a"]), Navigation(route: ["a"], data: [["a"]: "new"])),
      (.setData("new", for: ["b", "c"]), Navigation(route: ["a"], data: [["a"]: "old", ["b", "c"]: "new"])),
      (.removeData(for: ["a"]), Navigation(route: ["a"])),
      (.removeData(for: ["b"]), Navigation(route: ["a"], data: [["a"]: "old"])),
    ] as [(Navigation<String>.Action, Navigation<String>)])
  func `an action changes the route or the data of one route`(
    action: Navigation<String>.Action, expected: Navigation<String>
  ) {
    var navigation = Navigation(route: ["a"], data: [["a"]: "old"])
    Navigation.reducer(&navigation, action)
    expectEqual(navigation, expected)
  }
}
