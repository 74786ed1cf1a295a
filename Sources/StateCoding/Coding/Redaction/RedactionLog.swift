import StateTree

/// A place whose value a run redacted.
package struct RedactedPlace: Hashable, Sendable {
  /// The JSON Pointer to the stand-in; or to a set, pairs or a table that holds some.
  package var pointer: String
  /// Identifies the redacted value within the process, to find out whether it has changed.
  package var digest: Int
}

/// The places that a run redacts, in the order in which it writes them.
final class RedactionLog {
  private(set) var places: [RedactedPlace] = []
  /// The text of the last key, unless it is prepared.
  var key = ""
  private unowned let core: EncodingCore

  init(_ core: EncodingCore) { self.core = core }

  var isEmpty: Bool { places.isEmpty }

  func removeAll() { places.removeAll(keepingCapacity: true) }

  /// Notes a stand-in for a scalar, or for a value as a whole; `prepared` is the last key if it is prepared.
  func note(_ digest: Int, after prepared: UnsafeMutablePointer<PreparedKey>?) {
    var tokens = core.tokens
    if core.isStepMissing {
      let isKey = core.isKeyMissing || core.frames.elements[core.frames.count - 1].isObject
      tokens.append(
        isKey
          ? prepared?.pointee.key?.withBytes { String(decoding: $0, as: UTF8.self) } ?? key
          : String(core.frames.elements[core.frames.count - 1].count - 1))
    }
    if core.scalarIndex >= 0 { tokens.append(String(core.scalarIndex)) }
    note(digest, at: tokens)
  }

  /// Notes the container that was opened last, of which the log tells no parts.
  func noteContainer(_ digest: Int) { note(digest, at: core.tokens) }

  func note(_ digest: Int, at tokens: [String]) {
    places.append(RedactedPlace(pointer: JSONPointer(tokens: tokens).description, digest: digest))
  }

  /// Adds a value that isn't written to the place noted last.
  func absorb(_ digest: Int) {
    guard let last = places.indices.last else { return }
    places[last].digest = digest &+ 31 &* places[last].digest
  }

  /// Adds places that another session noted.
  func append(_ others: [RedactedPlace]) { places += others }

  /// Adds the places of parts whose indexes aren't known as a single place.
  func merge(_ others: [RedactedPlace], at tokens: [String]) {
    guard !others.isEmpty else { return }
    // In any order, because that of a set's elements isn't defined.
    let digest = others.reduce(0) { $0 &+ $1.digest }
    let pointer = JSONPointer(tokens: tokens).description
    if let last = places.indices.last, places[last].pointer == pointer {
      places[last].digest &+= digest
    } else {
      places.append(RedactedPlace(pointer: pointer, digest: digest))
    }
  }
}

extension EncodingCore {
  /// The tokens of the path.
  fileprivate var tokens: [String] { path(count: path.count).map(\.token) }

  /// Whether the scalar that is being written has no step of its own on the path.
  fileprivate var isStepMissing: Bool {
    isKeyMissing || frames.count > 0 && path.count == frames.elements[frames.count - 1].base
  }

  /// Notes a value of which something is redacted, in a place that can't be told.
  func noteContainer(_ digest: @autoclosure () -> Int) {
    if let log = sink.log { log.noteContainer(digest()) }
  }

  /// Notes the places in a value that was encoded apart.
  func note(_ node: TreeNode, _ path: [any CodingKey]) {
    if let log = sink.log { node.note(path.map(\.token), in: log) }
  }
}

extension CodingKey {
  var token: String { self is IndexKey ? String(intValue ?? 0) : stringValue }
}

/// A digest of a value that is redacted as a whole; its `encode(to:)` may not be called twice in a run that isn't logged.
func digest(of value: some Encodable) -> Int {
  let hash = try? EncodingSession.withPooled { try $0.hash(value) }
  return hash?.hashValue ?? 0
}
