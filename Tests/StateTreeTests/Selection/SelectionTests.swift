import Expectations
import Testing

@testable import StateCoding
@testable import StateTable
@testable import StateTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct SelectionTests {
  struct Task: Codable, Identifiable {
    var id: String
    var title: String
    var notes: [String] = ["one", "two"]
    var password = "hunter2"
  }

  struct Header: Codable {
    var name: String
    var value: String
  }

  /// A state with each way of encoding members.
  struct State: Codable {
    var tasks = EntityTable([Task(id: "a", title: "Water the plants"), Task(id: "b/~", title: "Sleep")])
    var numbered = EntityTable([Numbered(id: 7), Numbered(id: 8)])
    var list = [Task(id: "c", title: "Read"), Task(id: "d", title: "Write")]
    var byName = ["first": Task(id: "e", title: "Run"), "token": Task(id: "f", title: "Walk")]
    var byNumber = [3: ["three": 3], 4: ["four": 4]]
    var pairs = [Shape.circle: [1, 2]]
    var headers = [Header(name: "Authorization", value: "Bearer abc"), Header(name: "Accept", value: "text")]
    var optional: Task? = Task(id: "g", title: "Rest")
    var absent: Task?
    var nested: Int?? = .some(nil)
    var action = Action.move(from: 1, to: 2)
    var json: JSONValue = ["op": "add", "path": "/list/0/password", "value": "x", "deep": [["secret": "y"], 2]]
    var date = Date(timeIntervalSinceReferenceDate: 7)
    var price = Decimal(7)
    var puppy = Puppy(name: "Rex", tricks: 3, age: 1)
    var backwards = OutOfOrder(["password": "x", "name": "y"])
    var account = Account()
  }

  struct Numbered: Codable, Identifiable {
    var id: Int
    var count = 1
  }

  private func pointers(in value: JSONValue, at pointer: JSONPointer = .root) -> [JSONPointer] {
    var pointers = [pointer]
    switch value {
    case .object(let object):
      for (key, member) in object { pointers += self.pointers(in: member, at: pointer.appending(key)) }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        pointers += self.pointers(in: element, at: pointer.appending(index: index))
      }
    default: break
    }
    return pointers
  }

  @Test(arguments: [RedactionRules.off, .usual, RedactionRules(redacting: ["/list/*/notes", "/byName/*", "/price"])])
  func `each value is the one of the whole text, under the same rules`(rules: RedactionRules) throws {
    let encoder = StateEncoder(rules: rules)
    let whole = try JSONValue(parsing: encoder.encode(State()))
    let pointers = pointers(in: whole)
    #expect(pointers.count > 60)
    for pointer in pointers {
      let selected = try JSONDocument(encoder.encode(State(), only: Selection([pointer]))).root
      expectEqual(selected[pointer]?.value, whole[pointer], "\(pointer) in \(selected.value.compact)")
    }
    let some = [pointers[5], pointers[20], pointers[40]]
    let selected = try JSONDocument(encoder.encode(State(), only: Selection(some))).root
    for pointer in some { expectEqual(selected[pointer]?.value, whole[pointer], "\(pointer)") }
  }

  @Test(arguments: [
    ("/tasks/entities/a/title", #"{"tasks":{"entities":{"a":{"title":"Water the plants"}}}}"#),
    ("/tasks/entities/none", #"{"tasks":{"entities":{}}}"#),
    ("/tasks/ids", #"{"tasks":{"ids":["a","b/~"]}}"#),
    ("/numbered/entities/8", #"{"numbered":{"entities":{"8":{"id":8,"count":1}}}}"#),
    ("/list/1/title", #"{"list":[null,{"title":"Write"}]}"#),
    ("/list/2", #"{"list":[]}"#),
    ("/byNumber/4", #"{"byNumber":{"4":{"four":4}}}"#),
    ("/json/deep/0", #"{"json":{"op":"add","path":"/list/0/password","deep":[{"secret":"y"}]}}"#),
    ("/none", "{}"),
  ])
  func `nothing else is encoded`(pointer: String, expected: String) throws {
    let text = try StateEncoder().encode(State(), only: Selection([JSONPointer(pointer)]))
    expectEqual(String(decoding: text, as: UTF8.self), expected)
  }

  @Test func `a name from code selects what an Observable type stores`() throws {
    let text = try StateEncoder().encode(["_count": 1, "other": 2], only: Selection([JSONPointer(tokens: ["count"])]))
    expectEqual(String(decoding: text, as: UTF8.self), #"{"_count":1}"#)
  }
}
