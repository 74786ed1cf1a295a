import Expectations
import ReduxPersistence
import Testing

struct PersistenceErrorTests {
  @Test(arguments: [
    (
      PersistenceError.Problem.io(operation: "open", reason: "No space left on device"),
      "a: open: No space left on device"
    ),
    (.inUse, "a: already open in this or another process; open it once and share the object"),
    (.encoding(reason: "it is infinite"), "a: the value can't be encoded: it is infinite"),
    (.database(statement: "INSERT …", reason: "UNIQUE failed"), "a: UNIQUE failed, in: INSERT …"),
    (.secretStore(reason: "it is locked"), "a: it is locked"),
    (.notRestored, "a: not stored: the stored value could not be read at launch and is not overwritten"),
    (.notLaunched, "a: not stored: nothing was restored yet; dispatch the launch action first"),
  ])
  func `an error says where, what, and what to do`(problem: PersistenceError.Problem, text: String) {
    expectEqual(PersistenceError(problem, place: "a").description, text)
  }

  @Test func `a failure names the slice once`() {
    let full = PersistenceError(.io(operation: "write", reason: "No space left on device"), place: "/a")
    expectEqual(PersistenceFailure(slice: "user", error: full).description, "user: /a: write: No space left on device")
    let unread = PersistenceError(.notRestored, place: "user")
    expectEqual(PersistenceFailure(slice: "user", error: unread).description, unread.description)
  }
}
