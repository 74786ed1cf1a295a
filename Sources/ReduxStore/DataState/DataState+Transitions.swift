extension DataState {
  /// Says that the value is being fetched, from now on. What had arrived stays; an error is forgotten.
  public mutating func beginLoading() {
    self = .loading(previous: value)
  }

  /// Says that the value has arrived, and takes it in the place of any other.
  public mutating func succeed(with value: Value) {
    self = .loaded(value)
  }

  /// Says that the value could not be fetched. What had arrived stays.
  public mutating func fail(with error: Failure) {
    self = .failed(error, previous: value)
  }

  /// Says how fetching the value ended: `succeed(with:)` or `fail(with:)`.
  public mutating func finish(with result: Result<Value, Failure>) {
    switch result {
    case .success(let value): succeed(with: value)
    case .failure(let error): fail(with: error)
    }
  }

  /// Says that the value isn't being fetched any more, and no answer will come; nothing happens in any other phase.
  ///
  /// What had arrived counts as loaded again. For states that come from a file or from earlier in a journal: who was
  /// fetching then does so no longer, and the spinner would stay for ever.
  public mutating func cancelLoading() {
    guard case .loading(let previous) = self else { return }
    self = previous.map(DataState.loaded) ?? .idle
  }

  /// Changes the value to show where it stands, whatever the phase, which stays; nothing happens without a value.
  ///
  /// The value isn't copied, as long as nobody else holds it.
  ///
  /// - Parameter change: is given the value in place.
  /// - Throws: what `change` throws; what it has changed by then stays.
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
