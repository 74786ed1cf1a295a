extension DataState {
  /// Begins loading. The previous value stays; an error is forgotten.
  public mutating func beginLoading() {
    self = .loading(previous: value)
  }

  /// Ends loading with a value, which replaces the previous one.
  public mutating func succeed(with value: Value) {
    self = .loaded(value)
  }

  /// Ends loading with an error. The previous value stays.
  public mutating func fail(with error: Failure) {
    self = .failed(error, previous: value)
  }

  /// Ends loading with a result: `succeed(with:)` or `fail(with:)`.
  public mutating func finish(with result: Result<Value, Failure>) {
    switch result {
    case .success(let value): succeed(with: value)
    case .failure(let error): fail(with: error)
    }
  }

  /// Ends loading without an answer; does nothing in any other phase.
  ///
  /// The previous value, if any, counts as loaded again. Call this on a state restored from a file or an earlier point of a
  /// journal: the request of that time is gone, and the spinner would stay forever.
  public mutating func cancelLoading() {
    guard case .loading(let previous) = self else { return }
    self = previous.map(DataState.loaded) ?? .idle
  }

  /// Changes the value in place and keeps the phase; does nothing without a value.
  ///
  /// The value isn't copied if this is its only reference.
  ///
  /// - Parameter change: receives the value in place.
  /// - Throws: the error of `change`; its changes up to then stay.
  public mutating func updateValue<ChangeError: Error>(
    _ change: (inout Value) throws(ChangeError) -> Void
  ) throws(ChangeError) {
    // Taken out and put back: a copy beside it would make the first in-place change copy the whole value.
    let taken = self
    self = .idle
    switch consume taken {
    case .idle:
      break
    case .loading(previous: nil):
      self = .loading(previous: nil)
    case .loading(previous: .some(var value)):
      defer { self = .loading(previous: value) }
      try change(&value)
    case .loaded(var value):
      defer { self = .loaded(value) }
      try change(&value)
    case .failed(let error, previous: nil):
      self = .failed(error, previous: nil)
    case .failed(let error, previous: .some(var value)):
      defer { self = .failed(error, previous: value) }
      try change(&value)
    }
  }
}
