import Expectations
import Foundation
import ReduxStore
import Testing

struct DataStateCodingTests {
  func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test(
    arguments: zip(
      allPhases,
      [
        #"{"idle":{}}"#,
        #"{"loading":{}}"#, #"{"loading":{},"value":1}"#,
        #"{"value":1}"#,
        #"{"failed":"offline"}"#, #"{"failed":"offline","value":1}"#,
      ]))
  func `the phase is a key, and the value has the same key in all phases`(state: Fetched, text: String) throws {
    try expectEqual(json(state), text)
    try expectEqual(decoded(Fetched.self, text), state)
  }

  @Test(
    arguments: [
      (.loading(previous: .none), #"{"loading":{}}"#),
      (.loading(previous: .some(nil)), #"{"loading":{},"value":null}"#),
      (.loaded(nil), #"{"value":null}"#),
      (.loaded(3), #"{"value":3}"#),
      (.failed(.refused, previous: .some(nil)), #"{"failed":"refused","value":null}"#),
    ] as [(DataState<Int?, FetchError>, String)])
  func `a value may be optional`(state: DataState<Int?, FetchError>, text: String) throws {
    try expectEqual(json(state), text)
    try expectEqual(decoded(DataState<Int?, FetchError>.self, text), state)
  }

  @Test(arguments: [
    (#"{}"#, "not a DataState: it needs one of the keys idle, loading, failed and value"),
    (#"{"phase":"idle"}"#, "not a DataState: it needs one of the keys idle, loading, failed and value"),
    (#"{"idle":{},"value":1}"#, "not a DataState: it is idle, but has a value"),
    (#"{"loading":{},"failed":"offline"}"#, "not a DataState: it has more than one phase"),
    (#"{"idle":{},"loading":{},"value":1}"#, "not a DataState: it has more than one phase"),
  ])
  func `other shapes are refused, with the reason`(text: String, reason: String) throws {
    let error = #expect(throws: DecodingError.self) { try decoded([Fetched].self, "[\(text)]") }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectEqual(context.debugDescription, reason)
    expectEqual(context.codingPath.map(\.intValue), [0])
  }

  @Test(
    arguments: [
      (#"{"value":"one"}"#, "type mismatch at value"), (#"{"failed":"never heard of"}"#, "corrupted at failed"),
      (#"{"failed":null}"#, "no value at failed"), ("[]", "type mismatch at "),
    ])
  func `a part that can't be decoded is refused`(text: String, expected: String) {
    let error = #expect(throws: DecodingError.self) { try decoded(Fetched.self, text) }
    let (problem, context): (String, DecodingError.Context?) =
      switch error {
      case .typeMismatch(_, let context)?: ("type mismatch", context)
      case .valueNotFound(_, let context)?: ("no value", context)
      case .dataCorrupted(let context)?: ("corrupted", context)
      default: ("\(String(describing: error))", nil)
      }
    let path = context?.codingPath.map(\.stringValue).joined(separator: "/") ?? ""
    expectEqual("\(problem) at \(path)", expected)
  }
}
