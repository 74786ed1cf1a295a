import Expectations
import Foundation
import StateCoding
import StateTree
import Testing

private final class Link: Codable, Hashable {
  var next: Link?
  var links: Set<Link>?

  static func == (left: Link, right: Link) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private enum Key: String, CodingKey { case a }

/// Opens nested containers without values.
private struct NestedContainers: Encodable {
  var depth: Int
  var isDisordered = false

  func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: Key.self)
    if isDisordered { _ = outer.superEncoder() }
    for _ in 1..<depth { outer = outer.nestedContainer(keyedBy: Key.self, forKey: .a) }
  }
}

struct DepthTests {
  private func nested(_ depth: Int) -> JSONValue {
    (1..<depth).reduce([]) { value, _ in [value] }
  }

  private func expectTooDeep<Value>(
    sourceLocation: SourceLocation = #_sourceLocation, _ encode: () throws -> Value
  ) {
    let error = #expect(throws: EncodingError.self, sourceLocation: sourceLocation) { _ = try encode() }
    #expect(
      error?.explanation.hasSuffix(": the value nests deeper than 512 levels") == true, "\(error?.explanation ?? "")",
      sourceLocation: sourceLocation)
  }

  @Test func `the depth limit is the same for writing and reading`() throws {
    for value in [nested(512), ["a": nested(511)], [[nested(510)]]] {
      let bytes = try StateEncoder().encode([value][0])
      try expectEqual(JSONValue(parsing: bytes), value)
      try expectEqual(StateEncoder().hash(value), value.stateHash)
      try expectEqual(StateDecoder().decode(JSONValue.self, from: bytes), value)
    }
    for value in [nested(513), ["a": nested(512)]] {
      expectTooDeep { try StateEncoder().encode(value) }
      expectTooDeep { try StateEncoder().hash(value) }
    }
    expectTooDeep { try StateEncoder().encode([nested(512)]) }
    var output: [UInt8] = [7]
    expectTooDeep { try StateEncoder().encode([nested(512)], appendingTo: &output) }
    expectEqual(output, [7])
  }

  @Test(arguments: [false, true])
  func `containers without values count`(isDisordered: Bool) throws {
    let text = try StateEncoder().encode(NestedContainers(depth: 511, isDisordered: isDisordered))
    #expect(throws: Never.self) { try JSONDocument(text) }
    expectTooDeep { try StateEncoder().encode(NestedContainers(depth: 513, isDisordered: isDisordered)) }
    expectTooDeep { try StateEncoder().hash([NestedContainers(depth: 20_000, isDisordered: isDisordered)]) }
  }

  @Test func `deep values don't exhaust the stack`() {
    let ring = Link()
    ring.next = ring
    expectTooDeep { try StateEncoder().encode(ring) }
    expectTooDeep { try StateEncoder().hash(ring) }
    ring.next = nil

    let nest = Link()
    nest.links = [nest]
    expectTooDeep { try StateEncoder().encode(nest) }
    expectTooDeep { try StateEncoder().hash(nest) }
    nest.links = nil
  }

  /// The linked objects would need a deeper stack than the thread has.
  @Test func `a value that a small stack can't hold is refused with its place`() async throws {
    let errors = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<[EncodingError], any Error>) in
      let thread = Thread { continuation.resume(with: Result { try Self.errorsOfRings() }) }
      thread.stackSize = 256 << 10
      thread.start()
    }
    for error in errors {
      guard case .invalidValue(_, let context) = error else {
        Issue.record(error)
        continue
      }
      expectEqual(context.debugDescription, "the value nests deeper than this thread's stack allows")
      #expect((8..<400).contains(context.codingPath.count))
      #expect(context.codingPath.allSatisfy { ["next", "links", "Index 0", "0", "value"].contains($0.stringValue) })
    }
    expectEqual(errors.count, 8)
  }

  private static func errorsOfRings() throws -> [EncodingError] {
    let ring = Link()
    var errors: [EncodingError] = []
    for isSet in [false, true] {
      if isSet { ring.links = [ring] } else { ring.next = ring }
      defer { (ring.next, ring.links) = (nil, nil) }
      for encode in [
        { _ = try StateEncoder().encode(ring) }, { _ = try StateEncoder().hash(ring) },
        { _ = try StateEncoder(rules: .usual).encode(ring) }, { _ = try StateEncoder().encode(OutOfOrder(ring)) },
      ] {
        do { try encode() } catch let error as EncodingError { errors.append(error) }
      }
    }
    return errors
  }
}
