import StateTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The key of a dictionary as the key of an object: the text, number or Boolean that it encodes as.
struct ObjectKey: Equatable {
  /// Keys of two kinds can have the same text, so an object has keys of one kind only.
  enum Kind { case text, number, bool }

  var kind: Kind
  var text: String
}

/// Turns keys of dictionaries into keys of objects.
struct ObjectKeyReader: Sendable {
  var userInfo: [CodingUserInfoKey: any Sendable]
  /// Whether values that the app marks as redacted must not become keys, which rules don't change.
  var refusesRedacted: Bool

  /// The key of an object; `nil` if the key encodes as anything else than one text, number or Boolean.
  ///
  /// An optional is never one, because `nil` encodes as `null`.
  func objectKey(_ key: some Encodable) -> ObjectKey? {
    if let key = key as? UUID { return ObjectKey(kind: .text, text: key.uuidString) }
    if key is any OptionalType { return nil }
    let run = TreeRun(userInfo: userInfo, rules: nil, normalizesJSON: true)
    let node = TreeNode(depth: 0)
    // If the key can't be encoded, encoding the pairs reports it.
    guard (try? TreeEncoder(run: run, node: node, codingPath: []).encode(key)) != nil,
      !(refusesRedacted && run.hasRedactedValues)
    else { return nil }
    switch node.value {
    case .string(let text): return ObjectKey(kind: .text, text: text)
    case .number(let number): return ObjectKey(kind: .number, text: number.literal)
    case .bool(let value): return ObjectKey(kind: .bool, text: value ? "true" : "false")
    case .null, .array, .object: return nil
    }
  }
}

extension EncodingCore {
  var objectKeys: ObjectKeyReader {
    ObjectKeyReader(userInfo: userInfo, refusesRedacted: rules?.rules.isOn == true)
  }

  /// The entries of a dictionary as members of an object; `nil` unless their keys encode as distinct texts, as distinct
  /// numbers, or as Booleans.
  func members<Key: Encodable, Value>(of entries: [Key: Value]) -> [(key: String, value: Value)]? {
    let reader = objectKeys
    var kind: ObjectKey.Kind?
    var members: [(key: String, value: Value)] = []
    members.reserveCapacity(entries.count)
    for (key, value) in entries {
      guard let key = reader.objectKey(key), kind == nil || kind == key.kind else { return nil }
      kind = key.kind
      members.append((key.text, value))
    }
    guard Key.self == UUID.self || Set(members.map { ByteString($0.key) }).count == members.count else { return nil }
    return members
  }
}
