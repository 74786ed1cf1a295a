import RuntimeLayout
@_spi(Kernel) import StateTree
import SystemSupport

/// The entries that the last change of a dictionary replaced, and those that replaced them.
struct ReplacedEntries<Value> {
  /// The old values by their coding keys.
  let old: [ByteString: Value]
  /// The buckets of the new values by their coding keys.
  let new: [ByteString: Int]

  init<Key>(
    _ match: ElementMatch, from kept: Buckets<Key, Value>, to source: Buckets<Key, Value>, _ text: (Key) -> String
  ) {
    let moved = Set(match.moves.values)
    var (oldValues, newIndices): ([ByteString: Value], [ByteString: Int]) = ([:], [:])
    for gap in match.gaps {
      for index in gap.old where !moved.contains(index) {
        oldValues[ByteString(text(kept.key(index).pointee))] = kept.value(index).pointee
      }
      for index in gap.new where match.moves[index] == nil {
        newIndices[ByteString(text(source.key(index).pointee))] = index
      }
    }
    self.old = oldValues
    new = newIndices
  }
}

extension DictionaryMemo {
  func tree(_ version: Int, _ session: EncodingSession) throws -> JSONValue? {
    guard version == self.version || version + 1 == self.version && replaced != nil else { return nil }
    var members = [ByteString: Value](minimumCapacity: count)
    for bucket in kept.runs.lazy.flatMap(\.self) {
      members[ByteString(text(kept.key(bucket).pointee))] = kept.value(bucket).pointee
    }
    if version < self.version, let replaced {
      for key in replaced.new.keys { members[key] = nil }
      members.merge(replaced.old) { $1 }
    }
    let order = members.keys.sorted()
    return .object(
      JSONObject(
        uniqueKeys: order.map(\.string),
        values: try order.compactMap { key in try members[key].map { try session.part($0, under: key.string) } }))
  }

  func compare(in differ: inout StateDiffer) throws -> Bool {
    guard let replaced else { return false }
    for (key, value) in replaced.old.sorted(by: { $0.key < $1.key }) where replaced.new[key] == nil {
      let session = differ.session
      try differ.json.appendRemoval(of: key.string, session.part(value, under: key.string))
    }
    for (key, index) in replaced.new.sorted(by: { $0.key < $1.key }) {
      let new = try differ.session.part(kept.value(index).pointee, under: key.string)
      if let value = replaced.old[key] {
        let old = try differ.session.part(value, under: key.string)
        differ.at(key.string) { $0.json.compare(old, new) }
      } else {
        differ.json.appendAddition(of: key.string, new)
      }
    }
    return true
  }
}
