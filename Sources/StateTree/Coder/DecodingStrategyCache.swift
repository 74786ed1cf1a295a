/// The strategies of the types that a core has met last.
///
/// A look-up in the table of the process takes a lock and a dictionary.
struct DecodingStrategyCache: ~Copyable {
  typealias Entry = (id: ObjectIdentifier, strategy: DecodingStrategy)

  private static let size = 64
  private var entries = Stack<Entry?>()

  @inline(__always)
  mutating func strategy(for type: any Decodable.Type) -> DecodingStrategy {
    let id = ObjectIdentifier(type)
    let index = Int(bitPattern: UInt(bitPattern: id) &>> 4) & (DecodingStrategyCache.size - 1)
    if index < entries.count, let entry = entries[index], entry.id == id { return entry.strategy }
    return find(type, id, index)
  }

  @inline(never)
  private mutating func find(_ type: any Decodable.Type, _ id: ObjectIdentifier, _ index: Int) -> DecodingStrategy {
    while entries.count < DecodingStrategyCache.size { entries.append(nil) }
    let strategy = DecodingStrategy.table.knowledge(of: type, id)
    entries[index] = (id, strategy)
    return strategy
  }
}
