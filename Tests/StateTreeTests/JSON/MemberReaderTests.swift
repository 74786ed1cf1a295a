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
    #expect(try read(#"{"kind":"a"}"#, ["kind"]) == [])
    #expect(try read(#"{"kin":1,"kind":2}"#, ["kind"]) == [])
    let root = try JSONDocument(Array(#"{"a":"\n","b":1.5,"c":12345678901234567890}"#.utf8)).root
    root.withMembers { members in
      #expect(members.take("a") && members.plainText == nil && members.kind == .string)
      #expect(members.take("b") && members.integer == nil)
      #expect(members.take("c") && members.integer == nil)
      #expect(!members.take())
    }
  }

  @Test func `members of members`() throws {
    let root = try JSONDocument(Array(#"{"a":{"x":1,"y":"two"},"b":3}"#.utf8)).root
    root.withMembers { members in
      #expect(members.take("a"))
      var inner = members.members
      #expect(inner.take() && inner.integer == 1 && inner.take() && inner.plainText?.count == 3 && inner.isAtEnd)
      #expect(members.take("b") && members.integer == 3)
      #expect(members.members.isAtEnd)
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
}
