import StatePrivacy
import StateTree

/// Hashes large collections by their difference from the last state, so that unchanged elements aren't encoded again.
protocol CollectionFollower: AnyObject {
  /// The memory of copies.
  var budget: MemoBudget { get }
  /// Whether the last state had a collection that is followed.
  var isUsed: Bool { get }

  /// Begins the next state.
  func begin()
  /// Finishes a state that was hashed as a whole.
  func end()
  /// A follower without a state that refuses the same types, because this one may be incomplete.
  func renewed() -> any CollectionFollower
  /// Takes the unstable elements that were found since the last call.
  func takeFound() -> [UnstableElement]
  /// Notes the table that comes next; returns the one at its place in the last state.
  func exchange(_ table: KnownTable) -> KnownTable?

  // Each adds the hash of a collection; `false` if the run must walk it. The core allows following it.

  func follow<Element: Encodable>(_ elements: [Element], in core: EncodingCore) throws -> Bool
  /// `objectKey` returns the key of the object for a key; `nil` if it can't be one.
  func follow<Key: Hashable, Value: Encodable>(
    _ dictionary: [Key: Value], _ objectKey: @escaping (Key) -> ObjectKey?, in core: EncodingCore
  ) throws -> Bool
  func follow<Source: TextOrderedCollection>(_ source: Source, in core: EncodingCore) throws -> Bool
  func follow(_ object: JSONObject, in core: EncodingCore) throws -> Bool
}

extension EncodingCore {
  /// Whether a collection of this size may be followed here.
  ///
  /// Not where rules look at indices, and not while a secret is masked: there a hash depends on more than the element.
  @_transparent
  func mayFollow(count: Int) -> Bool {
    count >= EncodingCore.leastFollowed && place == RuleWalk.free && (sink.isOnlyHashing || sink.isSketching)
  }

  /// The least number of elements of a collection that is followed.
  static let leastFollowed = 16
}

/// A table as an outline has it.
struct KnownTable {
  var version: UInt64
  var members: TableMemberHashes
  /// The hash in the outline: the table's, or the one of its entities.
  var hash: StateHash
}

/// An element whose hash doesn't follow from its bytes.
package struct UnstableElement: Sendable, Equatable {
  package enum Reason: Sendable {
    /// Its `encode(to:)` reads the coding path.
    case readsPath
    /// Encoded twice, it has two hashes.
    case notDeterministic
    /// Its hash changed while its bytes didn't.
    case changedBehindReference
  }

  /// The problem, in words that follow the name of the type.
  package var explanation: String {
    switch reason {
    case .readsPath: "reads its coding path"
    case .notDeterministic: "encodes differently each time"
    case .changedBehindReference: "changed behind a reference that it shares"
    }
  }

  package var type: String
  package var pointer: String
  package var reason: Reason
}
