import ReduxJournal
import StateCoding
import StateTree

/// Slices: parts of one state that belong to stores of their own.
extension RecorderCore {
  /// The states of all slices with a new one.
  mutating func whole(_ state: some Encodable, of slice: String) -> RedactedDocument {
    if case .off = phase { return slices.document }
    let type = recordedType(of: state)
    if let known = slices.type(of: slice), known != type { reportOtherState(type, expected: known) }
    do {
      try encode(state, into: slice, type, isWhole: !(state is Reflected))
    } catch {
      report(failure(of: state, error), once: "state \(slice)")
      let reflected = Reflected(state, sharing: reflections)
      do {
        try encode(reflected, into: slice, type, isWhole: false)
      } catch {
        slices.set(slice, to: [slice: RecorderCore.omitted(type)], [], type: type, isWhole: false)
      }
    }
    return slices.document
  }

  private mutating func encode(
    _ state: some Encodable, into slice: String, _ type: Any.Type, isWhole: Bool
  ) throws {
    let member = SliceMember(slice: slice, state: state)
    let object = try sliceSession.withText(of: member) { try JSONValue(parsing: Array($0)) }
    slices.set(slice, to: object, sliceSession.redactedPlaces, type: type, isWhole: isWhole)
  }

  /// The placeholder for a state that can't be encoded.
  private static func omitted(_ type: Any.Type) -> JSONValue { (try? JSONValue(parsing: opaque(type))) ?? .null }

  /// An action as a value of its slice.
  static func wrapped(_ action: any Encodable, in slice: String?) -> any Encodable {
    slice.map { SliceAction(slice: $0, action: action) } ?? action
  }
}
