import Dispatch
import Expectations
import Foundation
import StateTree
import Synchronization
import TestSupport
import Testing

@testable import StateCoding

/// What reflection may enter: values, and objects of the app that nothing says are shared.
struct ObjectAccessTests {
  private func json(_ value: Any, sharing context: ReflectionContext = ReflectionContext()) throws -> String {
    let state = Reflected(value, sharing: context)
    let text = String(decoding: try StateEncoder(rules: .off).encode(state), as: UTF8.self)
    try expectEqual(StateEncoder(rules: .off).hash(state), JSONValue(parsing: Array(text.utf8)).stateHash)
    return text
  }

  @Test func `no actor, no object of the toolchain and none with a lock is entered`() throws {
    try expectEqual(json(Shared.Actor()), #"{"$opaque":"Shared.Actor"}"#)
    try expectEqual(json(Operation()), #"{"$opaque":"Operation"}"#)
    try expectEqual(json(DispatchWorkItem {}), #"{"$opaque":"DispatchWorkItem"}"#)
    try expectEqual(json(NumberFormatter()), #"{"$opaque":"NumberFormatter"}"#)
    try expectEqual(json(JSONDecoder()), #"{"$opaque":"JSONDecoder"}"#)
    try expectEqual(json(Shared.Work()), #"{"$opaque":"Shared.Work"}"#)
    try expectEqual(json(Shared.Locked()), #"{"$opaque":"Shared.Locked"}"#)
    try expectEqual(json(Shared.LockedSubclass()), #"{"$opaque":"Shared.LockedSubclass"}"#)
    try expectEqual(json(Shared.Guarded()), #"{"$opaque":"Shared.Guarded"}"#)
    try expectEqual(json(Shared.Counted()), #"{"$opaque":"Shared.Counted"}"#)
    try expectEqual(json(Shared.Queued()), #"{"$opaque":"Shared.Queued"}"#)
    try expectEqual(json(Shared.OwnLock()), #"{"$opaque":"Shared.OwnLock"}"#)
    try expectEqual(json(Shared.LockObject()), #"{"$opaque":"Shared.LockObject"}"#)
  }

  @Test func `an object that holds such an object is entered`() throws {
    try expectEqual(
      json(Shared.Model()),
      #"{"count":1,"client":{"$opaque":"Shared.Actor"},"cache":{"$opaque":"Shared.Locked"},"root":{"title":"t"}}"#)
  }

  @Test func `the app's word opens a class with a lock, but no actor`() throws {
    try expectEqual(
      json(Shared.Opened()),
      #"{"lock":{"$opaque":"NSLock"},"guarded":{"$opaque":"~Copyable"},"count":{"$opaque":"~Copyable"},"songs":["a"]}"#)
    try expectEqual(json(Shared.Shown()), #"{"songs":2}"#)
    try expectEqual(json(Shared.OpenedActor()), #"{"$opaque":"Shared.OpenedActor"}"#)
  }

  @Test func `references that aren't strong are never read`() throws {
    let gone: Shared.References
    let goneInStruct: Shared.ReferencesInStruct
    do {
      let target = Shared.Leaf()
      gone = Shared.References(target)
      goneInStruct = Shared.ReferencesInStruct(parent: target, owner: target, maker: target)
    }
    let leaf = #"{"$opaque":"Shared.Leaf"}"#
    try expectEqual(json(gone), #"{"parent":\#(leaf),"owner":\#(leaf),"maker":\#(leaf),"other":\#(leaf),"count":1}"#)
    try expectEqual(json(goneInStruct), #"{"parent":\#(leaf),"owner":\#(leaf),"maker":\#(leaf),"count":1}"#)
    try expectEqual(json([goneInStruct]), #"[{"parent":\#(leaf),"owner":\#(leaf),"maker":\#(leaf),"count":1}]"#)
  }

  @Test func `another instance at the same place is a change`() throws {
    let context = ReflectionContext()
    let model = Shared.Model()
    let first = try json(model, sharing: context)
    try expectEqual(json(model, sharing: context), first)
    model.client = Shared.Actor()
    let second = try json(model, sharing: context)
    #expect(second.contains(#""client":{"$opaque":"Shared.Actor","instance":2}"#))
    model.client = Shared.Actor()
    #expect(try json(model, sharing: context) != second)
    // Numbers, not addresses: another process writes the same.
    try expectEqual(json(model), first)
  }

  @Test func `elements of an inline array are written`() throws {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      try expectEqual(json(Shared.Inline()), #"{"numbers":[1,2,3],"leaves":[{"name":"a"},{"name":"b"}]}"#)
    }
  }

  @Test func `a property of a subclass hides none of a superclass`() throws {
    try expectEqual(json(Shared.Derived()), #"{"id":1,"secret":2,"_id":3,"Shared.Derived.secret":4}"#)
  }

  // MARK: Names

  @Test func `a case has its own name, whatever its description says`() throws {
    try expectEqual(
      json([Shared.Mood.calm, .angry("x"), .both(1, at: 2)]),
      #"[{"calm":{}},{"angry":{"_0":"x"}},{"both":{"_0":1,"at":2}}]"#)
    expectEqual(Reflection.caseName(of: Shared.Mood.calm), "calm")
  }

  @Test(
    arguments: [
      (CancellationError(), #"{"$error":"CancellationError","says":"CancellationError()"}"#),
      (Shared.Failure.offline, #"{"$error":"Shared.Failure","offline":{}}"#),
      (Shared.Failure.timeout(seconds: 3), #"{"$error":"Shared.Failure","timeout":{"seconds":3}}"#),
      (Shared.Numbered.full, #"{"$error":"Shared.Numbered","rawValue":4,"full":{}}"#),
      (Shared.Spoken(), #"{"$error":"Shared.Spoken","says":"went wrong","code":3}"#),
      (Shared.Described.lost, #"{"$error":"Shared.Described","says":"verloren","lost":{}}"#),
    ] as [(any Error, String)])
  func `an error keeps its type, what it says, its case and its members`(_ error: any Error, _ expected: String) throws
  {
    try expectEqual(json(Shared.Status.failed(error)), #"{"failed":{"_0":\#(expected)}}"#)
    try expectEqual(json(error), expected)
  }

  @Test func `an error of Foundation has its domain and code`() throws {
    let text = try json(Shared.Status.failed(CocoaError(.fileNoSuchFile)))
    #expect(text.hasPrefix(#"{"failed":{"_0":{"$error":"CocoaError","says":"#))
    #expect(text.hasSuffix(#""domain":"NSCocoaErrorDomain","code":4}}}"#))
  }
}

private enum Shared {
  actor Actor { var songs: [String] = [] }
  final class Work: Operation, @unchecked Sendable { var songs: [String] = [] }
  class Locked {
    let lock = NSLock()
    var songs = ["a"]
  }
  final class LockedSubclass: Locked { var more = 1 }
  final class Guarded { let songs = Mutex([""]) }
  final class Counted {
    let count = Atomic(1)
    var songs = ["a"]
  }
  final class Queued {
    let queue = DispatchQueue(label: "q")
    var songs = ["a"]
  }
  struct Lock { let memory = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1) }
  final class OwnLock {
    let lock = Lock()
    var songs = ["a"]
  }
  final class LockClass { let lock = Lock() }
  final class LockObject {
    let lock = LockClass()
    var songs = ["a"]
  }

  final class Opened: ReadByReflection {
    let lock = NSLock()
    let guarded = Mutex(1)
    let count = Atomic(1)
    var songs = ["a"]
  }
  final class Shown: CustomReflectable {
    let lock = NSLock()
    var songs = ["a", "b"]
    var customMirror: Mirror { lock.withLock { Mirror(self, children: ["songs": songs.count]) } }
  }
  actor OpenedActor: ReadByReflection { var songs = ["a"] }

  final class Leaf { var name = "leaf" }
  struct Root { var title = "t" }
  final class Model {
    var count = 1
    var client = Actor()
    var cache = Locked()
    var root = Root()
  }

  final class References {
    weak var parent: Leaf?
    unowned var owner: Leaf
    unowned(unsafe) var maker: Leaf
    unowned var other: Leaf?
    var count = 1

    init(_ target: Leaf) {
      parent = target
      owner = target
      maker = target
      other = target
    }
  }
  struct ReferencesInStruct {
    weak var parent: Leaf?
    unowned var owner: Leaf
    unowned(unsafe) var maker: Leaf
    var count = 1
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  struct Inline {
    var numbers: InlineArray<3, Int> = [1, 2, 3]
    var leaves: InlineArray<2, Plain.Key> = [Plain.Key(name: "a"), Plain.Key(name: "b")]
  }

  class Base {
    var id = 1
    private var secret = 2
  }
  final class Derived: Base {
    var _id = 3
    private var secret = 4
  }

  enum Mood: CustomStringConvertible {
    case calm, angry(String), both(Int, at: Int)
    var description: String { "gelassen" }
  }

  enum Status { case failed(any Error) }
  enum Failure: Error { case offline, timeout(seconds: Int) }
  enum Numbered: Int, Error { case full = 4 }
  struct Spoken: LocalizedError {
    var code = 3
    var errorDescription: String? { "went wrong" }
  }
  enum Described: Error, CustomStringConvertible {
    case lost
    var description: String { "verloren" }
  }
}
