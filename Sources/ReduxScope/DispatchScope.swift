import Synchronization

/// The scope of a dispatch, in which recorders note the seqs of the action that it reduces.
///
/// A store opens a scope for each dispatch, as a task-local value. Whatever the dispatch starts inherits it: nested
/// dispatches, subscribers, and tasks made by `Task {}`. An action's cause is the action of the innermost scope around it
/// that was reduced by then.
package final class DispatchScope: Sendable {
  /// Actions, one for each journal.
  private struct Marks {
    private var first: (journal: String, seq: Int)?
    /// The actions in other journals. Most apps have none, and need no array for each action.
    private var others: [(journal: String, seq: Int)] = []

    subscript(journal: String) -> Int? {
      get { first?.journal == journal ? first?.seq : others.first { $0.journal == journal }?.seq }
      set {
        guard let newValue else { return }
        if first == nil || first?.journal == journal {
          first = (journal, newValue)
        } else if let place = others.firstIndex(where: { $0.journal == journal }) {
          others[place].seq = newValue
        } else {
          others.append((journal, newValue))
        }
      }
    }
  }

  private struct Contents {
    /// The scope around this one, until an action is reduced in this one.
    var outer: DispatchScope?
    /// The causes of this scope's actions, once an action is reduced.
    var causes = Marks()
    /// The causes of what this scope's actions start; `nil` until an action is reduced.
    var marks: Marks?
    var isOpen = true
  }

  /// The scope of the running dispatch.
  @TaskLocal package static var current: DispatchScope?
  private static let recorders = Atomic<Int>(0)

  private let contents: Mutex<Contents>
  /// Whether only the reducer of the dispatching store can change the store's state.
  package let ownsState: Bool

  private init(inside outer: DispatchScope?, ownsState: Bool) {
    self.ownsState = ownsState
    // Scopes in which nothing was reduced are left out, or a task that starts its successor would keep them all.
    var outer = outer
    while let scope = outer, case let (isOver, next) = scope.next, isOver { outer = next }
    contents = Mutex(Contents(outer: outer))
  }

  /// Whether a recorder exists. Without one, no scopes are needed.
  package static var isUsed: Bool { recorders.load(ordering: .relaxed) > 0 }

  /// Notes that a recorder begins or ends.
  package static func addRecorders(_ count: Int) { recorders.add(count, ordering: .relaxed) }

  /// Runs the dispatch of a store that owns its state in a scope of its own.
  ///
  /// The body returns and throws nothing, so the runtime looks up no `Result` for each dispatch.
  package static func open(_ body: () -> Void) {
    guard isUsed else { return body() }
    let scope = DispatchScope(inside: current, ownsState: true)
    defer { scope.contents.withLock { $0.isOpen = false } }
    $current.withValue(scope, operation: body)
  }

  /// Runs a dispatch in a scope of its own.
  package static func open<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard isUsed else { return try body() }
    let scope = DispatchScope(inside: current, ownsState: false)
    defer { scope.contents.withLock { $0.isOpen = false } }
    return try run(in: scope, body)
  }

  /// Runs code in a scope, or outside of any.
  package static func run<Value, Failure: Error>(
    in scope: DispatchScope?, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let result = $current.withValue(scope) { Result { () throws(Failure) in try body() } }
    return try result.get()
  }

  /// The cause of an action that a journal records in this scope, if the same journal holds it.
  package func cause(in journal: String) -> Int? {
    let (marks, outer) = contents.withLock { ($0.marks == nil ? nil : $0.causes, $0.outer) }
    return (marks ?? outer?.innermost)?[journal]
  }

  /// Notes that an action of this scope was reduced, and its seq in a journal.
  package func note(seq: Int, in journal: String) {
    let causes = contents.withLock { $0.marks == nil ? $0.outer : nil }?.innermost
    contents.withLock { contents in
      if contents.marks == nil {
        contents.causes = causes ?? Marks()
        contents.marks = contents.causes
        contents.outer = nil
      }
      contents.marks?[journal] = seq
    }
  }

  /// The marks of the innermost scope in which an action was reduced, from this one outwards; `nil` if there is none.
  private var innermost: Marks? {
    var scope: DispatchScope? = self
    while let here = scope {
      let (marks, outer) = here.contents.withLock { ($0.marks, $0.outer) }
      if let marks { return marks }
      scope = outer
    }
    return nil
  }

  /// Whether this scope is over without an action, and the scope around it.
  private var next: (isOver: Bool, outer: DispatchScope?) {
    contents.withLock { ($0.marks == nil && !$0.isOpen, $0.outer) }
  }
}
