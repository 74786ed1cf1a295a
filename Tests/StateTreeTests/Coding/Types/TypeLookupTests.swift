import Expectations
import RuntimeLayout
import StateCoding
import StateTree
import Testing

enum Library {
  struct Shelf {
    final class Book {}
    enum Box<Content> {
      struct Slot<Key: Hashable> {}
    }
  }
  struct `Ünïcode` {}
}

extension [Int] {
  struct Inner {}
}

extension JSONPatch.Operation {
  enum Kept {
    struct Deeper {}
  }
}

extension Library.Shelf {
  struct Extended {}
}

private struct Hidden {}

protocol Suite {}

struct TypeLookupTests {
  static let found: [(name: String, type: Any.Type)] = [
    ("StateTreeTests.Library", Library.self),
    ("StateTreeTests.Library.Shelf", Library.Shelf.self),
    ("StateTreeTests.Library.Shelf.Book", Library.Shelf.Book.self),
    ("StateTreeTests.Library.Shelf.Extended", Library.Shelf.Extended.self),
    ("StateTreeTests.Library.Shelf.Box<Swift.Int>", Library.Shelf.Box<Int>.self),
    (
      "StateTreeTests.Library.Shelf.Box<Swift.Int>.Slot<Swift.String>", Library.Shelf.Box<Int>.Slot<String>.self
    ),
    (
      "StateTreeTests.Library.Shelf.Box<Swift.Dictionary<Swift.String, Swift.Optional<StateTreeTests.Library.Shelf>>>",
      Library.Shelf.Box<[String: Library.Shelf?]>.self
    ),
    ("StateTree.JSONValue", JSONValue.self),
    ("Swift.Array<Swift.Int>", [Int].self),
  ]

  @Test(arguments: found.indices) func `a type is found by its qualified name`(index: Int) {
    var lookup = TypeLookup()
    let (name, type) = TypeLookupTests.found[index]
    expectEqual(lookup.type(named: name).map(ObjectIdentifier.init), ObjectIdentifier(type))
    expectEqual(lookup.module(of: type), String(name.prefix { $0 != "." }))
    // Again, from the cache.
    expectEqual(lookup.type(named: name).map(ObjectIdentifier.init), ObjectIdentifier(type))
  }

  @Test(
    arguments: [
      ("JSONPatch.Operation.Kept", JSONPatch.Operation.Kept.self),
      ("JSONPatch.Operation.Kept.Deeper", JSONPatch.Operation.Kept.Deeper.self),
    ] as [(String, Any.Type)])
  func `a type in an extension of another module's type is found by both modules`(name: String, type: Any.Type) {
    var lookup = TypeLookup()
    let qualified = "(extension in StateTreeTests):StateTree.\(name)"
    expectEqual(lookup.type(named: qualified).map(ObjectIdentifier.init), ObjectIdentifier(type))
    expectEqual(lookup.module(of: type), "StateTreeTests")
    expectEqual(TypeName.of(type), name)
    #expect(lookup.type(named: "StateTree.\(name)") == nil && lookup.type(named: "StateTreeTests.\(name)") == nil)
    for text in ["(extension in StateTree):StateTree.\(name)", "(extension in ):StateTree.\(name)", "(extension in "] {
      #expect(lookup.type(named: text) == nil)
    }
  }

  @Test func `the modules of a type are those in its name, without common ones`() {
    expectEqual(TypeName.modules(of: Library.Shelf.Box<[String: Int]>.self), ["StateTreeTests"])
    expectEqual(TypeName.modules(of: JSONPatch.Operation.Kept.self), [])
    expectEqual(TypeName.modules(of: (any Suite).self), ["StateTreeTests"])
  }

  @Test func `types without a stable name are not found`() {
    struct Local {}
    var lookup = TypeLookup()
    let types: [Any.Type] = [
      Hidden.self, Local.self, Library.Shelf.Box<Hidden>.self, Library.`Ünïcode`.self,
      Library.Shelf.Box<(Int, Int)>.self, Library.Shelf.Box<() -> Void>.self, Library.Shelf.Box<any Error>.self,
      (Int, Int).self, (any Error).self, Int.Type.self,
    ]
    for type in types { expectEqual(lookup.module(of: type), nil, "\(type)") }
  }

  static let hostile =
    [
      "", ".", "StateTreeTests", "StateTreeTests.", ".Library", "StateTreeTests..Library", "StateTreeTests.Nowhere",
      "StateTreeTests.Library.Shelf.Box", "StateTreeTests.Library.Shelf.Box<>",
      "StateTreeTests.Library.Shelf<Swift.Int>",
      "StateTreeTests.Library.Shelf.Box<Swift.Int,Swift.Int>", "StateTreeTests.Library.Shelf.Box<Swift.Int, Swift.Int>",
      "StateTreeTests.Library.Shelf.Box<Swift.Int", "StateTreeTests.Library.Shelf.Box<Swift.Int>>",
      "StateTreeTests.Library.Shelf.Box<Swift.Int>.Slot<StateTreeTests.Library>",  // Not Hashable.
      "StateTreeTests.Library\0", "\0StateTreeTests.Library", "StateTreeTests.Library ", " StateTreeTests.Library",
      "$s14StateTreeTests7LibraryO", "14StateTreeTests7LibraryO", "s.Int", "Si", "Swift.Si", "Swift.Int64V",
      "StateTreeTests.7Library", "StateTreeTests.Library\u{1}abcd", "\u{1}\u{2}\u{3}\u{4}\u{5}", "Swift.\u{1}aaaa",
      "StateTreeTests.LibraryO5Shelf", "StateTreeTests.(unknown context at $1234).Hidden", "StateTreeTests.Hidden",
      "__C.NSObject", "Swift.Int\u{301}", "StateTreeTests.Library.Shelf.Type", "StateTreeTests.Library.self",
    ] + [
      String(repeating: "A", count: 600), "A." + String(repeating: "B.", count: 250) + "C",
      // Valid, but too long or too deep.
      nested("Swift.Array", 60), nested("Swift.Array", 17), "A" + String(repeating: "<", count: 500),
    ]

  private static func nested(_ name: String, _ depth: Int) -> String {
    String(repeating: name + "<", count: depth) + "Swift.Int" + String(repeating: ">", count: depth)
  }

  @Test(arguments: hostile) func `text that isn't a type name finds no type`(name: String) {
    var lookup = TypeLookup()
    #expect(lookup.type(named: name) == nil)
  }

  @Test func `generic arguments may be nested sixteen deep`() {
    var lookup = TypeLookup()
    #expect(lookup.type(named: TypeLookupTests.nested("Swift.Array", 16)) != nil)
  }
}
