extension DataState {
  /// The same phase, with what `transform` makes of the value.
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

  /// The same phase and value, with what `transform` makes of the error.
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

  /// What is known of a value that is found by way of this one.
  ///
  /// Once this one is loaded, that is what `transform` says. Until then it is the phase of this one, with the value that
  /// `transform` finds by way of the old one, if there is any.
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

  /// What is known of this value and another together.
  ///
  /// There is a value if both have one. The phase is that of the one that needs attention most: failed, if one is (with
  /// this one's error, if both are), or else loading, or else idle; it is loaded if both are.
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
