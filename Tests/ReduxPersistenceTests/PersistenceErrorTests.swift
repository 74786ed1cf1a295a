import ReduxPersistence
import Testing

@Suite struct PersistenceErrorTests {
  @Test(arguments: [
    (
      PersistenceError.Problem.io(operation: "open", reason: "No space left on device"),
      "a: open: No space left on device"
    ),
    (.inUse, "a: it is in use already; open it once, and share that"),
    (.encoding(reason: "it is infinite"), "a: the value can't be encoded: it is infinite"),
    (.database(statement: "INSERT …", reason: "UNIQUE failed"), "a: UNIQUE failed, in: INSERT …"),
    (.secretStore(reason: "it is locked"), "a: it is locked"),
    (.notRestored, "a: not stored, because what is there could not be read at launch"),
  ])
  func `an error says where, what, and what to do`(problem: PersistenceError.Problem, text: String) {
    #expect(PersistenceError(problem, place: "a").description == text)
  }
}
