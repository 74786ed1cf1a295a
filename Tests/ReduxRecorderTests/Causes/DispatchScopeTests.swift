import Expectations
import ReduxRecorder
import ReduxScope
import TestSupport
import Testing

struct DispatchScopeTests {
  @Test func `a chain of scopes in which nothing is reduced keeps one of them`() throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "list"))
    weak var first: DispatchScope?
    var last: DispatchScope?
    for number in 1...3 {
      DispatchScope.run(in: last) {
        DispatchScope.open {
          last = DispatchScope.current
          if number == 1 { first = last }
        }
      }
    }
    withExtendedLifetime((file, recorder)) {}
    #expect(last != nil)
    #expect(first == nil)
  }

  @Test func `a chain of scopes whose actions are reduced keeps one of them`() throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "list"))
    weak var first: DispatchScope?
    var last: DispatchScope?
    for number in 1...3 {
      DispatchScope.run(in: last) {
        DispatchScope.open {
          last = DispatchScope.current
          if number == 1 { first = last }
          last?.note(seq: number, in: "journal")
        }
      }
    }
    withExtendedLifetime((file, recorder)) {}
    expectEqual(last?.cause(in: "journal"), 2)
    #expect(first == nil)
  }
}
