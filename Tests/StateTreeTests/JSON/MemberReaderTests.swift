import Testing

@testable import StateTree

/// Members in a known order.
@Suite struct MemberReaderTests {
  /// The values of the keys, as far as they come in this order; `end` if there is nothing after them.
  private func read(_ json: String, _ keys: [StaticString]) throws -> [String] {
    let root = try JSONDocument(Array(json.utf8)).root
    var found: [String] = []
    root.withMembers { members in
      for key in keys where members.take(key) {
        let text = members.plainText.map { String(decoding: $0, as: UTF8.self) }
        found.append(members.integer.map(String.init) ?? text ?? "\(root.other(at: members.value).value)")
      }
      if members.isAtEnd { found.append("end") }
    }
    return found
  }

  @Test func `members are taken where their turn comes`() throws {
    let json = #"{"kind":"action","seq":12,"at":[1,{"a":2}],"x":null}"#
    #expect(try read(json, ["kind", "seq", "at", "x"]).count == 5)
    #expect(try read(json, ["kind", "seq"]) == ["action", "12"])
    #expect(try read(json, ["kind", "missing", "seq"]) == ["action", "12"])
    #expect(try read(json, ["seq", "kind"]) == ["action"])
    #expect(try read(json, []) == [])
    #expect(try read("{}", ["kind"]) == ["end"])
    #expect(try read("[1]", ["kind"]) == ["end"])
  }

  @Test func `keys and texts with escapes are left to others`() throws {
    #expect(try read(#"{"k\u0069nd":"a"}"#, ["kind"]) == [])
    #expect(try read(#"{"kin":1,"kind":2}"#, ["kind"]) == [])
    let root = try JSONDocument(Array(#"{"a":"\n","b":1.5,"c":12345678901234567890}"#.utf8)).root
    root.withMembers { members in
      let taken = [members.take("a"), members.plainText == nil, members.kind == .string]
      let numbers = [members.take("b"), members.integer == nil, members.take("c"), members.integer == nil]
      let more = members.take()
      #expect(taken + numbers == Array(repeating: true, count: 7))
      #expect(!more)
    }
  }

  @Test func `members of members`() throws {
    let root = try JSONDocument(Array(#"{"a":{"x":1,"y":"two"},"b":3}"#.utf8)).root
    root.withMembers { members in
      let isThere = members.take("a")
      var inner = members.members
      let first = inner.take() ? inner.integer : nil
      let second = inner.take() ? inner.plainText?.count : nil
      #expect(isThere && inner.isAtEnd)
      #expect((first, second) == (1, 3))
      let last = members.take("b") ? members.integer : nil
      #expect(last == 3 && members.members.isAtEnd)
    }
  }

  @Test(arguments: [
    "00112233445566778899aabbccddeeff", "ffffffffffffffffffffffffffffffff", "0123456789abcdef0123456789abcdeF",
    "ABCDEF00112233445566778899AABBCC", "", "0011", "g0112233445566778899aabbccddeeff",
    "00112233445566778899aabbccddeef/", "00112233445566778899aabbccddeef:", "0011223344556677`899aabbccddeeff",
    "00112233445566778899aabbccddeeff0", "é0112233445566778899aabbccddeef",
  ]) func `a hash from its digits`(text: String) {
    let digits = Array(text.utf8).withUnsafeBytes { StateHash(digits: $0) }
    #expect(digits == StateHash(text))
    if let digits { #expect("\(digits)" == text.lowercased()) }
  }

  @Test(arguments: 0..<32) func `no other byte is a digit`(place: Int) {
    for byte in UInt8.min...UInt8.max {
      var text = Array("00112233445566778899aabbccddeeff".utf8)
      text[place] = byte
      let isDigit = Character(Unicode.Scalar(byte)).isHexDigit
      #expect(text.withUnsafeBytes { StateHash(digits: $0) != nil } == isDigit, "byte \(byte)")
    }
  }
}
