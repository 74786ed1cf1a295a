import Expectations
import StateTree
import TestSupport
import Testing

@testable import ReduxReplay

private protocol Step {}

private enum Left {
  struct Move: Step, Codable, Equatable { var by: Int }
}

private enum Right {
  struct Move: Step, Codable, Equatable { var by: Int }
}

private struct Stray: Codable {}

struct ActionCodingTests {
  private func node(_ text: String) throws -> JSONNode { try JSONDocument(Array(text.utf8)).root }

  private let coding = ActionCoding<any Step>.types([Left.Move.self, Right.Move.self, Stray.self])

  @Test func `finds a recorded action by its type's name`() throws {
    let action = try coding.decode(node(#"{"by":3}"#), swiftType: "Right.Move")
    expectEqual(action as? Right.Move, Right.Move(by: 3))
  }

  @Test func `reads a written action that names its type`() throws {
    let action = try coding.decode(written: node(#"{"Left.Move":{"by":3}}"#))
    expectEqual(action as? Left.Move, Left.Move(by: 3))
  }

  @Test(arguments: [
    (#"{"by":3}"#, "by"), (#"{"Up.Move":{"by":3}}"#, "Up.Move"), (#"{"Stray":{}}"#, "Stray"), ("[1]", "(none)"),
    (#"{"Left.Move":{"by":1},"Right.Move":{"by":1}}"#, "(none)"),
  ])
  func `refuses JSON that names no action`(text: String, name: String) throws {
    #expect(throws: UnknownActionType(name: name, known: ["Left.Move", "Right.Move", "Stray"])) {
      try coding.decode(written: node(text))
    }
  }

  @Test func `refuses a record without a type`() throws {
    #expect(throws: UnknownActionType.self) { try coding.decode(node("{}"), swiftType: nil) }
  }

  @Test func `stops the process for two types with one name`() async throws {
    try await onOwnThread {
      await #expect(processExitsWith: .failure) {
        func one() -> any Decodable.Type {
          struct Twin: Codable {}
          return Twin.self
        }
        func two() -> any Decodable.Type {
          struct Twin: Codable { var x = 1 }
          return Twin.self
        }
        _ = ActionCoding<any Step>.types([one(), two()])
      }
    }
  }

  @Test func `accepts one type that is listed twice`() {
    _ = ActionCoding<any Step>.types([Left.Move.self, Left.Move.self])
  }
}
