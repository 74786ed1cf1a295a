import RuntimeLayout
import StateCoding
import StateTree

/// The test that a state survives encoding and decoding.
struct RoundTrip {
  private(set) var findings: [StateAudit.Finding] = []
  /// Whether encoding finished in time.
  private(set) var isComplete = true
  /// Whether the state was encoded again, which finds unstable orders.
  private(set) var checksOrder = false

  /// The number of decoded copies for the test of orders. The order of a set depends on its storage; two sets of two
  /// elements have the same order half of the time.
  private static let copies = 6
  /// Larger states are decoded once: their sets have many possible orders.
  private static let smallText = 1 << 14

  /// Encodes and decodes a state, unless its type doesn't allow it.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - names: The names of its members, which may be reported.
  ///   - limit: The longest time for encoding.
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
      // The walk finds this too, unless it reaches a limit.
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
      // Keep all copies, so that no two use the same memory: the order of a set depends on its address.
      for _ in 0..<(text.count <= RoundTrip.smallText ? RoundTrip.copies : 1) {
        copies.append(try StateDecoder().decode(State.self, from: text))
      }
    } catch {
      return findings.append(.decodingThrows(at: places.place(of: error)))
    }
    noteOrder(of: copies, as: text, places)
    if let copy = copies.first { noteDifference(of: state, copy, places) }
  }

  private static func text(of state: some Encodable, within limit: Duration?) throws -> [UInt8] {
    try EncodingSession.withPooled { session in
      guard let limit else { return try session.withText(of: state) { Array($0) } }
      let end = ContinuousClock.now + limit
      return try session.withText(of: state, while: { ContinuousClock.now < end }, { Array($0) })
    }
  }

  /// Notes the first place at which a decoded copy differs, also in members that the encoding leaves out.
  ///
  /// It compares encodings of all members, and doesn't call the types' own `==`, which may trap.
  private mutating func noteDifference(of state: Any, _ copy: Any, _ places: KnownNames) {
    let encoder = StateEncoder(rules: .off)
    // Each numbers the objects that it leaves out by itself, so that only their types count.
    let texts = [state, copy].map {
      try? encoder.encode(Reflected($0, everything: true, sharing: ReflectionContext()))
    }
    guard let text = texts[0], let other = texts[1], text != other, let before = try? JSONValue(parsing: text),
      let after = try? JSONValue(parsing: other), let place = places.difference(before, after)
    else { return }
    findings.append(.notWhole(at: place))
  }

  /// Notes arrays with a different order in the encoding of an equal state.
  private mutating func noteOrder(of copies: [some Encodable], as text: [UInt8], _ places: KnownNames) {
    checksOrder = true
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
