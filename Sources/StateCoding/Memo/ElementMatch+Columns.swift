extension ElementMatch {
  /// Matches the entries of a dictionary, or the elements of a set, which has no values.
  init<Key, Value>(
    _ keys: inout ContiguousArray<Key>, _ values: inout ContiguousArray<Value>,
    _ newKeys: ContiguousArray<Key>, _ newValues: ContiguousArray<Value>,
    _ keyBytes: StableBytes, _ valueBytes: StableBytes
  ) {
    self = keys.withUnsafeMutableBufferPointer { keys in
      values.withUnsafeMutableBufferPointer { values in
        newKeys.withUnsafeBufferPointer { newKeys in
          newValues.withUnsafeBufferPointer { newValues in
            guard let keys = ElementPairs(keys, newKeys, keyBytes) else { return ElementMatch(count: newKeys.count) }
            guard Value.self != Never.self, let values = ElementPairs(values, newValues, valueBytes) else {
              return ElementMatch(keys)
            }
            return ElementMatch(keys: keys, values: values)
          }
        }
      }
    }
  }
}
