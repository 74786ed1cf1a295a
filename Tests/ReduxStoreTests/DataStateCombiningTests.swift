import Expectations
import ReduxStore
import Testing

struct DataStateCombiningTests {
  typealias Text = DataState<String, FetchError>

  enum ShownError: Error, Equatable {
    case message(String)
  }

  @Test(
    arguments: zip(
      allPhases,
      [
        .idle,
        .loading(previous: nil), .loading(previous: "1"),
        .loaded("1"),
        .failed(.offline, previous: nil), .failed(.offline, previous: "1"),
      ] as [Text]))
  func `map changes the value and keeps the phase`(state: Fetched, expected: Text) {
    expectEqual(state.map { "\($0)" }, expected)
  }

  @Test(
    arguments: zip(
      allPhases,
      [
        .idle,
        .loading(previous: nil), .loading(previous: 1),
        .loaded(1),
        .failed(.message("offline"), previous: nil), .failed(.message("offline"), previous: 1),
      ] as [DataState<Int, ShownError>]))
  func `mapError changes the error and keeps the rest`(state: Fetched, expected: DataState<Int, ShownError>) {
    expectEqual(state.mapError { .message($0.rawValue) }, expected)
  }

  @Test(
    arguments: [
      (.idle, .idle), (.loading(previous: nil), .loading(previous: nil)),
      (.loading(previous: "b"), .loading(previous: "b")),
      (.loaded("b"), .loaded("b")), (.failed(.refused, previous: "b"), .failed(.refused, previous: "b")),
    ] as [(Text, Text)])
  func `flatMap of a loaded value is the transform's result`(found: Text, expected: Text) {
    expectEqual(Fetched.loaded(1).flatMap { _ in found }, expected)
  }

  @Test(
    arguments: [
      (.idle, .loaded("b"), .idle),
      (.loading(previous: nil), .loaded("b"), .loading(previous: nil)),
      (.loading(previous: 1), .loaded("b"), .loading(previous: "b")),
      (.loading(previous: 1), .failed(.refused, previous: "b"), .loading(previous: "b")),
      (.loading(previous: 1), .idle, .loading(previous: nil)),
      (.failed(.offline, previous: nil), .loaded("b"), .failed(.offline, previous: nil)),
      (.failed(.offline, previous: 1), .loading(previous: "b"), .failed(.offline, previous: "b")),
    ] as [(Fetched, Text, Text)])
  func `flatMap of any other phase keeps it, with the value found for the previous one`(
    state: Fetched, found: Text, expected: Text
  ) {
    expectEqual(state.flatMap { _ in found }, expected)
  }

  /// Rows: the phases of the first value. Columns: those of the second.
  @Test(
    arguments: zip(
      allPhases,
      [
        [.idle, .loading(previous: nil), .loading(previous: nil), .idle, failedWithout, failedWithout],
        Array(repeating: .loading(previous: nil), count: 4) + [failedWithout, failedWithout],
        [
          .loading(previous: nil), .loading(previous: nil), .loading(previous: "1+1"), .loading(previous: "1+1"),
          failedWithout, failedWith,
        ],
        [.idle, .loading(previous: nil), .loading(previous: "1+1"), .loaded("1+1"), failedWithout, failedWith],
        Array(repeating: failedWithout, count: 6),
        [failedWithout, failedWithout, failedWith, failedWith, failedWithout, failedWith],
      ] as [[Text]]))
  func `combined values are failed, loading or idle if either is, and have a value if both have one`(
    state: Fetched, expected: [Text]
  ) {
    expectEqual(allPhases.map { state.combined(with: $0) { "\($0)+\($1)" } }, expected)
  }

  static let failedWithout = Text.failed(.offline, previous: nil)
  static let failedWith = Text.failed(.offline, previous: "1+1")

  @Test func `of two errors, the first wins`() {
    let first = Fetched.failed(.offline, previous: nil)
    let second = Text.failed(.refused, previous: nil)
    expectEqual(first.combined(with: second) { "\($0)\($1)" }, .failed(.offline, previous: nil))
    expectEqual(second.combined(with: first) { "\($0)\($1)" }, .failed(.refused, previous: nil))
  }

  @Test func `a transformation's error is rethrown`() {
    func refuse(_: Int) throws(FetchError) -> String { throw .refused }
    for state in allPhases where state.value != nil {
      #expect(throws: FetchError.refused) { try state.map(refuse) }
      #expect(throws: FetchError.refused) {
        try state.flatMap { number throws(FetchError) in Text.loaded(try refuse(number)) }
      }
      #expect(throws: FetchError.refused) {
        try state.combined(with: state) { number, _ throws(FetchError) in try refuse(number) }
      }
    }
  }
}
