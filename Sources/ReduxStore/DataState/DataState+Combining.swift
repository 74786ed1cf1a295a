extension DataState {
  /// Returns the same phase, with the value transformed.
  public func map<New, TransformError: Error>(
    _ transform: (Value) throws(TransformError) -> New
  ) throws(TransformError) -> DataState<New, Failure> {
    switch self {
    case .idle: .idle
    case .loading(let previous): .loading(previous: try previous.map(transform))
    case .loaded(let value): .loaded(try transform(value))
    case .failed(let error, let previous): .failed(error, previous: try previous.map(transform))
    }
  }

  /// Returns the same phase and value, with the error transformed.
  public func mapError<New: Error, TransformError: Error>(
    _ transform: (Failure) throws(TransformError) -> New
  ) throws(TransformError) -> DataState<Value, New> {
    switch self {
    case .idle: .idle
    case .loading(let previous): .loading(previous: previous)
    case .loaded(let value): .loaded(value)
    case .failed(let error, let previous): .failed(try transform(error), previous: previous)
    }
  }

  /// Returns the state of a value that depends on this one.
  ///
  /// Once this one is loaded, that is the result of `transform`. In the other phases it is this phase, with the value that
  /// `transform` finds for the previous value, if any.
  public func flatMap<New, TransformError: Error>(
    _ transform: (Value) throws(TransformError) -> DataState<New, Failure>
  ) throws(TransformError) -> DataState<New, Failure> {
    switch try map(transform) {
    case .idle: .idle
    case .loading(let previous): .loading(previous: previous?.value)
    case .loaded(let found): found
    case .failed(let error, let previous): .failed(error, previous: previous?.value)
    }
  }

  /// Returns the state of this value and another together.
  ///
  /// The result has a value if both have one. Its phase is the first that applies:
  /// - failed, if either is, with this one's error if both are
  /// - loading, if either is
  /// - loaded, if both have a value; otherwise idle
  ///
  /// ```swift
  /// let overview = accounts.combined(with: rates) { Overview(accounts: $0, rates: $1) }
  /// ```
  public func combined<Other, New, TransformError: Error>(
    with other: DataState<Other, Failure>,
    _ transform: (Value, Other) throws(TransformError) -> New
  ) throws(TransformError) -> DataState<New, Failure> {
    var both: New?
    if let value, let otherValue = other.value { both = try transform(value, otherValue) }
    if let error = error ?? other.error { return .failed(error, previous: both) }
    if isLoading || other.isLoading { return .loading(previous: both) }
    return both.map(DataState<New, Failure>.loaded) ?? .idle
  }
}
