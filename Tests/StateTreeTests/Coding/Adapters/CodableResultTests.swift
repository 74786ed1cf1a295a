import Expectations
import StateCoding
import Testing

struct CodableResultTests {
  private enum LoadError: String, Error, Codable {
    case offline
    case missing
  }

  /// An enum with the same cases and a synthesized conformance.
  private enum Plain: Codable {
    case success([Int])
    case failure(LoadError)
  }

  private typealias Loaded = CodableResult<[Int], LoadError>

  @Test func `a result is encoded as an enum with the cases of Result`() throws {
    let pairs: [(Loaded, Plain, String)] = [
      (.success([1, 2]), .success([1, 2]), #"{"success":{"_0":[1,2]}}"#),
      (.failure(.missing), .failure(.missing), #"{"failure":{"_0":"missing"}}"#),
    ]
    for (loaded, plain, text) in pairs {
      let bytes = try StateEncoder().encode(loaded)
      expectEqual(String(decoding: bytes, as: UTF8.self), text)
      try expectEqual(StateEncoder().encode(plain), bytes)
      try expectEqual(StateEncoder().hash(loaded), StateEncoder().hash(plain))
      try expectEqual(StateDecoder().decode(Loaded.self, from: bytes), loaded)
    }
  }

  @Test func `a reflected Result has the same shape`() throws {
    struct State {
      var last: Result<[Int], LoadError>
    }
    struct CodableState: Codable {
      var last: Loaded
    }
    for result: Result<[Int], LoadError> in [.success([3]), .failure(.offline)] {
      try expectEqual(
        StateEncoder().encode(Reflected(State(last: result))),
        StateEncoder().encode(CodableState(last: CodableResult(result))))
    }
  }

  @Test func `a result converts from and to a Result`() {
    for result: Result<[Int], LoadError> in [.success([1]), .failure(.offline)] {
      expectEqual(Loaded(result).result, result)
    }
    #expect(throws: LoadError.offline) { try Loaded.failure(.offline).get() }
    #expect(throws: Never.self) { try Loaded.success([1]).get() }
  }

  @Test func `an error of any type keeps its storable details`() {
    typealias Kept = CodableResult<Int, CodableError>
    let offline = CodableError(type: "CodableResultTests.LoadError", description: "offline")
    let untyped: Result<Int, any Error> = .failure(LoadError.offline)
    expectEqual(Kept(untyped), .failure(offline))
    expectEqual(Kept(Result<Int, LoadError>.success(1)), .success(1))
    expectEqual(Kept(Result<Int, CodableError>.failure(offline)), .failure(offline))
    expectEqual(Kept { throw LoadError.offline }, .failure(offline))
    expectEqual(Kept { 4 }, .success(4))
  }

  @Test func `a result can catch an async closure`() async {
    let loaded = await CodableResult {
      await Task.yield()
      return 4
    }
    expectEqual(loaded, .success(4))
    let failed = await CodableResult<Int, CodableError> {
      await Task.yield()
      throw LoadError.missing
    }
    expectEqual(failed, .failure(CodableError(type: "CodableResultTests.LoadError", description: "missing")))
  }

  @Test func `an error's text is a value that rules can name`() throws {
    enum Action: Codable {
      case suggested(CodableResult<String, CodableError>)
    }
    let rules = RedactionRules(redacting: ["/suggested/_0/failure/_0/description"])
    let action = Action.suggested(CodableResult { throw LoadError.offline })
    expectEqual(
      String(decoding: try StateEncoder(rules: rules).encode(action), as: UTF8.self),
      #"{"suggested":{"_0":{"failure":{"_0":{"type":"CodableResultTests.LoadError","description":"redacted"}}}}}"#)
  }
}
