import Expectations
import Testing

@testable import StateCoding
@testable import StateTree

struct StateHashTests {
  @Test func `the hash matches the reference implementation for any document in any spelling`() throws {
    let seed: UInt64 = 127
    var random = RandomJSON(seed: seed)
    for round in 0..<200 {
      let value = random.value()
      let hash = value.stateHash
      expectEqual(independentHash(value), hash, "seed \(seed), round \(round)")
      try expectEqual(StateEncoder().hash(value), hash, "seed \(seed), round \(round)")
      try expectEqual(StateEncoder().outline(value).hash, hash, "seed \(seed), round \(round)")
      let spelling = random.spelling(of: value)
      try expectEqual(JSONValue(parsing: spelling).stateHash, hash, "seed \(seed), round \(round): \(spelling)")
      let document = try JSONDocument(Array(spelling.utf8))
      expectEqual(document.root.stateHash, hash, "seed \(seed), round \(round): \(spelling)")
    }
  }

  @Test func `different documents have different hashes`() {
    var random = RandomJSON(seed: 6901)
    var documents: [StateHash: JSONValue] = [:]
    for _ in 0..<2_000 {
      let value = random.value(depth: 2)
      if let other = documents[value.stateHash] { expectEqual(other, value) }
      documents[value.stateHash] = value
    }
    #expect(documents.count > 1_000)
  }

  @Test func `hashing one element equals hashing an array of it`() {
    expectEqual(ElementHash(.null).finalized(), ([nil] as JSONValue).stateHash)
  }

  @Test func `adding and removing members keeps their hash current`() {
    var members = MemberHash()
    members.insert(MemberHash.member("a", .bool(true)))
    members.insert(MemberHash.member("b", .string("x")))
    members.insert(MemberHash.member("c", .null))
    members.remove(MemberHash.member("b", .string("x")))
    expectEqual(members.count, 2)
    expectEqual(members.finalized(), (["c": nil, "a": true] as JSONValue).stateHash)
  }

  @Test func `a hash is printed and parsed as 32 hex digits`() throws {
    let hash = StateHash(low: 0x0706_0504_0302_0100, high: 0x0f0e_0d0c_0b0a_0908)
    expectEqual(hash.description, "000102030405060708090a0b0c0d0e0f")
    expectEqual(hash.short, "00010203")
    expectEqual(hash.half, "0001020304050607")
    expectEqual(StateHash("000102030405060708090a0b0c0d0e0f"), hash)
    expectEqual(StateHash("000102030405060708090A0B0C0D0E0F"), hash)
    for text in ["", "00", hash.description + "0", String(hash.description.dropLast()) + "g", "é" + hash.short] {
      expectEqual(StateHash(text), nil)
    }
    expectEqual(StateHash.definition, "siphash-tree/1")
  }
}

struct ReferenceHashTests {
  @Test func `SipHash padding matches the published vectors at every length`() {
    for count in 0..<40 {
      let message = (0..<count).map { UInt8($0 * 7 % 256) }
      var hash = SipHash()
      hash.update(message)
      expectEqual(
        StateHash(
          ReferenceHash.siphash(message).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
          }.joined()), hash.finalized())
    }
  }

  @Test func `arithmetic is modulo the prime`() {
    let prime = Natural.prime
    expectEqual(prime.moduloPrime, Natural(0))
    expectEqual(prime.plus(Natural(1)).moduloPrime, Natural(1))
    expectEqual(prime.times(prime).moduloPrime, Natural(0))
    expectEqual(prime.times(Natural(5)).plus(Natural(7)).moduloPrime, Natural(7))
    expectEqual(prime, Natural(decimal: "170141183460469231731687303715884105727"))
  }
}
