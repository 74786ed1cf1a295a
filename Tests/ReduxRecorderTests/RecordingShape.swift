import Testing

/// The shapes of root reducers that a recorder wraps.
enum RecordingShape: String, CaseIterable, CustomTestStringConvertible {
  case inPlace = "(inout State, Action) -> Void"
  case inPlaceReturning = "(inout State, Action) -> Output"
  case inPlaceThrowing = "(inout State, Action) throws -> Void"
  case inPlaceThrowingAndReturning = "(inout State, Action) throws -> Output"
  case nextState = "(State, Action) -> State"
  case reSwift = "(Action, State?) -> State"

  var testDescription: String { rawValue }
}
