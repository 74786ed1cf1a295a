import Expectations
import Foundation
import Testing

@testable import RuntimeLayout
@testable import StateCoding
@testable import StateTable
@testable import StateTree

@Suite(.privateLayouts)
struct StableBytesTests {
  struct Task: Codable {
    var id: Int
    var isDone: Bool
    var title: String
    var tags: [String]
    var due: Date?
  }
  struct Tree: Codable { var children: [Tree] }
  enum Plain { case one, two }
  enum Small { case one(UInt16), two }
  enum Payload { case text(String), pair(Int, due: Date?), none }
  enum GenericPayload<Value> { case value(Value), list([Value]), none }
  enum BoxedPayload { case text(String), box(Box) }
  enum Callbacks { case call(() -> Void), none }
  indirect enum Nested { case some(Nested), none }
  enum Declared: BitwiseStable { case box(Box), none }
  struct Generic<Value> { var value: Value }
  final class Box {}
  struct Boxed { var box: Box }
  struct WeakBox { weak var box: Box? }
  struct UnownedBox { unowned(unsafe) var box: Box }
  struct Callback { var body: () -> Void }
  struct Pointing { var pointer: UnsafePointer<Int> }
  struct Empty {}
  struct Tagged { var id: Int; var tag: Empty }
  protocol Shape {}
  enum Failure: Error { case one, two }

  @Test(
    arguments: [
      Int.self, UInt8.self, Double.self, Bool.self, String.self, Substring.self, Character.self, Date.self, Data.self,
      UUID.self, URL.self, Decimal.self, Int?.self, String??.self, [Int].self, [String: [Task]].self, Set<UUID>.self,
      ContiguousArray<Task>.self, Task.self, Tree.self, Plain.self, Plain?.self, Small.self, Declared.self,
      Payload.self, Payload?.self, [Payload].self, Generic<Payload>.self, GenericPayload<Task>.self,
      GenericPayload<Payload>.self, Result<Int, Failure>.self, JSONValue.self,
      Generic<Task>.self, (Int, String).self, Range<Int>.self, StateHash.self,
    ] as [Any.Type])
  func `a type made of values is stable`(type: Any.Type) {
    #expect(StableBytes(type).spans != nil)
  }

  @Test(
    arguments: [
      Box.self, Box?.self, [Box].self, Boxed.self, WeakBox.self, UnownedBox.self, Callback.self, Pointing.self,
      UnsafeRawPointer.self, Unmanaged<Box>.self, BoxedPayload.self, [BoxedPayload].self, GenericPayload<Box>.self,
      Callbacks.self, Nested.self,
      Result<Int, any Error>.self, AnyHashable.self,
      Any.self, (any Shape).self, (any Shape)?.self, Any.Type.self, Locale.self, Calendar.self, TimeZone.self,
      IndexSet.self, DateComponents.self, AttributedString.self, KeyPath<Task, Int>.self, Empty.self, Tagged.self,
      NSObject.self, EntityTable<TableNode>.self, (Int, Box).self, [String: Box].self,
    ] as [Any.Type])
  func `a type that may refer to something that changes is refused`(type: Any.Type) {
    expectEqual(StableBytes(type).spans, nil)
  }

  struct TableNode: Codable, Identifiable { var id: Int }

  struct Observed {
    var id: Int
    private var _$observationRegistrar = Boxed(box: Box())
    var isDone = false
  }
  struct Lookalike {
    var id: Int
    var observationRegistrar = Boxed(box: Box())
  }

  @Test func `what a macro stores for observers is not compared`() {
    let stable = StableBytes(Observed.self)
    expectEqual(stable.spans, [ByteSpan(start: 0, count: 8), ByteSpan(start: 16, count: 1)])
    #expect(!stable.isWhole && StableBytes(Task.self).isWhole)
    expectEqual(StableBytes(Lookalike.self).spans, nil)
  }

  @Test func `padding is not compared`() {
    expectEqual(StableBytes(Task.self).spans, [ByteSpan(start: 0, count: 9), ByteSpan(start: 16, count: 33)])
    expectEqual(StableBytes(Generic<Int>.self).spans, [ByteSpan(start: 0, count: 8)])
  }
}
