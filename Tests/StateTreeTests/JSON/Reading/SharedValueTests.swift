import Expectations
import StateTree
import TestSupport
import Testing

/// Values that share memory with earlier ones.
struct SharedValueTests {
  private func read(_ text: String, sharing earlier: JSONValue) throws -> JSONValue {
    try JSONDocument(Array(text.utf8)).root.value(sharing: earlier)
  }

  @Test(arguments: 0..<UInt64(Soak.count(100, soak: 5000)))
  func `a value is the same as without an earlier one, in spelling and order`(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    var documents = RandomDocuments(seed: seed)
    let earlier = random.value()
    for value in [earlier, documents.changed(earlier), random.value()] {
      let text = random.spelling(of: value)
      let alone = try JSONDocument(Array(text.utf8)).root.value
      try expectEqual(read(text, sharing: earlier).compact, alone.compact, "seed \(seed)")
    }
  }

  /// The address of an array's elements.
  private func address(_ value: JSONValue?) -> UnsafeRawPointer? {
    value?.array?.withUnsafeBytes(\.baseAddress)
  }

  @Test(arguments: [
    (#"[[1],[2],[3]]"#, [0, 1, 2]), (#"[[1],[20],[3]]"#, [0, nil, 2]), (#"[[0],[1],[2],[3]]"#, [nil, 0, 1, 2]),
    (#"[[1],[3]]"#, [0, 2]), (#"[[1],[2],[3],[4]]"#, [0, 1, 2, nil]), (#"[[1],[9],[8],[2],[3]]"#, [0, nil, nil, 1, 2]),
    (#"[[1.0],[2],[3]]"#, [nil, 1, 2]),
  ]) func `elements that stay have the memory of the earlier ones`(text: String, places: [Int?]) throws {
    let earlier: JSONValue = [[1], [2], [3]]
    let found = try #require(try read(text, sharing: earlier).array)
    let addresses = earlier.array?.map { address($0) } ?? []
    let shared = found.map { element in addresses.firstIndex { $0 == address(element) } }
    expectEqual(shared, places)
  }

  @Test func `arrays of other lengths inside each other take no time that grows with their depth`() throws {
    let earlier = (0..<60).reduce(JSONValue.null) { inner, _ in [inner, inner] }
    let text = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    try expectEqual(read(text, sharing: earlier).compact, text)
  }

  @Test func `members that stay have the memory of the earlier ones, whichever else change`() throws {
    let earlier: JSONValue = ["a": [1], "b": [2]]
    for text in [#"{"a":[1],"b":[3]}"#, #"{"b":[0],"a":[1]}"#, #"{"c":[1],"a":[1],"d":0}"#] {
      let found = try read(text, sharing: earlier)
      #expect(address(found["a"]) == address(earlier["a"]), "\(text)")
    }
  }
}
