import StateTree

/// What becomes of a state that is encoded and decoded again.
struct RoundTrip {
  private(set) var findings: [StateAudit.Finding] = []
  /// Whether there was time to encode it, and all that differs was looked at.
  private(set) var isComplete = true
  /// Whether it was encoded again, so that orders that aren't stable were found.
  private(set) var triesOrder = false

  /// How often a state is decoded to see whether it is encoded in the same order each time: hashes of the standard library
  /// differ from one set to the next, but of two elements every second set has the same order.
  private static let copies = 6
  /// Larger ones are decoded once: what they hold is in many orders.
  private static let smallText = 1 << 14

  /// Encodes and decodes a state, unless its type doesn't allow it.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - names: The names of its members, which may be told.
  ///   - limit: How long encoding it may take.
  init(of state: Any, knowing names: Set<String>, encodingWithin limit: Duration?) {
    guard !(type(of: state) is AnyClass), let state = state as? any Codable else { return }
    run(state, names, limit)
  }

  private mutating func run<State: Codable>(_ state: State, _ names: Set<String>, _ limit: Duration?) {
    let places = KnownNames(names: names)
    let text: [UInt8]
    do {
      text = try RoundTrip.text(of: state, within: limit)
    } catch is OutOfTime {
      return isComplete = false
    } catch {
      // Where, the walk has seen, unless it lies beyond what that looks at.
      if case EncodingError.invalidValue(let value, let context) = error {
        let type = TypeName.readable(type(of: value))
        findings.append(.encodingThrows(at: places.place(of: context.codingPath), type: type))
      } else {
        findings.append(.encodingThrows(at: .root, type: TypeName.readable(State.self)))
      }
      return
    }
    var copies: [State] = []
    do {
      // All are kept, so that no two have their sets in the same place: their order depends on it.
      for _ in 0..<(text.count <= RoundTrip.smallText ? RoundTrip.copies : 1) {
        copies.append(try StateDecoder().decode(State.self, from: text))
      }
    } catch {
      return findings.append(.decodingThrows(at: places.place(of: error)))
    }
    noteOrder(of: copies, as: text, places)
    var difference = ReflectedDifference()
    if let copy = copies.first, let place = difference.first(state, copy) { findings.append(.notWhole(at: place)) }
    isComplete = difference.isComplete
  }

  private static func text(of state: some Encodable, within limit: Duration?) throws -> [UInt8] {
    try EncodingSession.withPooled { session in
      guard let limit else { return try session.withText(of: state) { Array($0) } }
      let end = ContinuousClock.now + limit
      return try session.withText(of: state, while: { ContinuousClock.now < end }, { Array($0) })
    }
  }

  /// Notes arrays whose elements come in another order when an equal state is encoded.
  private mutating func noteOrder(of copies: [some Encodable], as text: [UInt8], _ places: KnownNames) {
    triesOrder = true
    var found: [JSONPointer] = []
    for copy in copies {
      guard let again = try? StateEncoder().encode(copy), again != text, let tree = try? JSONValue(parsing: text),
        let other = try? JSONValue(parsing: again)
      else { continue }
      for place in places.reorderings(tree, other) where !found.contains(place) { found.append(place) }
    }
    findings += found.map { .unstableOrder(at: $0) }
  }
}
