import Expectations
import Foundation
import Testing

@testable import RuntimeLayout
@testable import StateCoding

@Suite(.privateLayouts)
struct DictionaryStorageTests {
  struct Padded { var flag: Bool, number: Int, rank: Int8 }

  private func isProven<Key: Hashable, Value>(_ storage: [Key: Value], by dictionary: [Key: Value]) throws -> Bool {
    let keys = try #require(StableBytes(Key.self).spans)
    let values = try #require(StableBytes(Value.self).spans)
    let storage = try #require(DictionaryStorage(storage, through: .open))
    return storage.hasFields(of: dictionary) && storage.hasEntries(of: dictionary, keys, values)
  }

  private func expectProven<Key: Hashable, Value>(_ key: (Int) -> Key, _ value: (Int) -> Value) throws {
    var dictionary: [Key: Value] = [:]
    for number in 0..<200 {
      dictionary[key(number)] = value(number)
      #expect(try isProven(dictionary, by: dictionary), "\(type(of: dictionary)) with \(dictionary.count) entries")
    }
    for number in stride(from: 0, to: 200, by: 3) {
      dictionary[key(number)] = nil
      #expect(try isProven(dictionary, by: dictionary), "\(type(of: dictionary)) with \(dictionary.count) entries")
    }
    dictionary.reserveCapacity(2000)
    #expect(try isProven(dictionary, by: dictionary))
    try expectEqual(isProven(dictionary.filter { _, _ in true }, by: dictionary.filter { _, _ in false }), false)
    dictionary.removeAll(keepingCapacity: true)
    dictionary[key(1)] = value(1)
    #expect(try isProven(dictionary, by: dictionary))
  }

  @Test func `the layout is proven, whatever the sizes of keys and values`() throws {
    try expectProven(\.description) { $0 }
    try expectProven(\.description) { Padded(flag: $0 % 2 == 0, number: $0, rank: 1) }
    try expectProven({ $0 }, \.description)
    try expectProven({ UInt8($0) }) { _ in true }
    try expectProven({ UInt8($0) }) { Date(timeIntervalSinceReferenceDate: Double($0)) as Date? }
    try expectProven({ UInt16($0) }) { $0 % 2 == 0 ? [$0] : [] }
    try expectProven({ FollowedState.Point(x: $0, y: 1) }) { Int8($0 % 100) }
    try expectProven({ UInt128($0) }) { UInt128($0) }
  }

  @Test func `the entries of another dictionary prove nothing`() throws {
    let numbers = Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, $0) })
    var changed = numbers
    changed[50] = -1
    #expect(try isProven(numbers, by: numbers))
    #expect(try !isProven(numbers, by: changed))
    changed = numbers
    changed[50] = nil
    #expect(try !isProven(numbers, by: changed))
    changed[100] = 100
    #expect(try !isProven(numbers, by: changed))
  }
}
