import Expectations
import ReduxStore
import Testing

/// An error of fetching a number.
enum FetchError: String, Error, Codable, Hashable, CaseIterable {
  case offline
  case refused
}

typealias Fetched = DataState<Int, FetchError>

/// Every phase, with and without a previous value.
let allPhases: [Fetched] = [
  .idle,
  .loading(previous: nil), .loading(previous: 1),
  .loaded(1),
  .failed(.offline, previous: nil), .failed(.offline, previous: 1),
]

struct DataStateTests {
  /// The properties that a view reads.
  struct Reading: Equatable {
    var value: Int?
    var error: FetchError?
    var isLoading = false
  }

  @Test(
    arguments: zip(
      allPhases,
      [
        Reading(),
        Reading(isLoading: true), Reading(value: 1, isLoading: true),
        Reading(value: 1),
        Reading(error: .offline), Reading(value: 1, error: .offline),
      ]))
  func `value, error and isLoading match the phase`(state: Fetched, expected: Reading) {
    expectEqual(Reading(value: state.value, error: state.error, isLoading: state.isLoading), expected)
  }

  @Test func `a fetch, a failed one and a successful one keep the last value`() {
    var state = Fetched.idle
    var phases: [Fetched] = []
    func note(_ change: (inout Fetched) -> Void) {
      change(&state)
      phases.append(state)
    }
    note { $0.beginLoading() }
    note { $0.succeed(with: 1) }
    note { $0.beginLoading() }
    note { $0.fail(with: .offline) }
    note { $0.beginLoading() }
    note { $0.succeed(with: 2) }
    expectEqual(
      phases,
      [
        .loading(previous: nil), .loaded(1), .loading(previous: 1), .failed(.offline, previous: 1),
        .loading(previous: 1), .loaded(2),
      ])
  }

  /// A transition, and the phases that `allPhases` become.
  struct Transition: Sendable {
    var name: String
    var apply: @Sendable (inout Fetched) -> Void
    var results: [Fetched]
  }

  static let transitions = [
    Transition(
      name: "beginLoading", apply: { $0.beginLoading() },
      results: [
        .loading(previous: nil), .loading(previous: nil), .loading(previous: 1), .loading(previous: 1),
        .loading(previous: nil), .loading(previous: 1),
      ]),
    Transition(
      name: "succeed", apply: { $0.succeed(with: 7) }, results: Array(repeating: .loaded(7), count: 6)),
    Transition(
      name: "finish with a success", apply: { $0.finish(with: .success(7)) },
      results: Array(repeating: .loaded(7), count: 6)),
    Transition(name: "fail", apply: { $0.fail(with: .refused) }, results: failures),
    Transition(
      name: "finish with a failure", apply: { $0.finish(with: .failure(.refused)) }, results: failures),
    Transition(
      name: "cancelLoading", apply: { $0.cancelLoading() },
      results: [
        .idle, .idle, .loaded(1), .loaded(1), .failed(.offline, previous: nil), .failed(.offline, previous: 1),
      ]),
    Transition(
      name: "updateValue", apply: { $0.updateValue { $0 += 1 } },
      results: [
        .idle, .loading(previous: nil), .loading(previous: 2), .loaded(2), .failed(.offline, previous: nil),
        .failed(.offline, previous: 2),
      ]),
  ]

  @Test(arguments: transitions) func `a transition leads from each phase to the expected one`(transition: Transition) {
    let results = allPhases.map { phase in
      var state = phase
      transition.apply(&state)
      return state
    }
    expectEqual(results, transition.results, "\(transition.name)")
  }

  static let failures: [Fetched] = [
    .failed(.refused, previous: nil), .failed(.refused, previous: nil), .failed(.refused, previous: 1),
    .failed(.refused, previous: 1), .failed(.refused, previous: nil), .failed(.refused, previous: 1),
  ]

  @Test(arguments: [Fetched.loading(previous: 1), .loaded(1), .failed(.offline, previous: 1)])
  func `updateValue rethrows, and earlier changes stay`(phase: Fetched) {
    var state = phase
    #expect(throws: FetchError.refused) {
      try state.updateValue { value throws(FetchError) in
        value = 5
        throw .refused
      }
    }
    expectEqual(state, phase.map { _ in 5 })
  }

  @Test func `the value is changed in place and kept through the phases, without a copy`() {
    let counter = CountingBox.Counter()
    var state = DataState<CountingBox, FetchError>.loaded(CountingBox([], counter: counter))
    for number in 1...100 {
      state.updateValue { $0.append(number) }
      state.beginLoading()
      state.updateValue { $0.append(number) }
      state.fail(with: .offline)
      state.updateValue { $0.append(number) }
      state.cancelLoading()
      state.beginLoading()
      state.cancelLoading()
    }
    expectEqual(state.value?.count, 300)
    expectEqual(counter.count, 0)

    // The box does count copies.
    let kept = state
    state.updateValue { $0.append(101) }
    expectEqual(counter.count, 1)
    expectEqual(kept.value?.count, 300)
  }
}
