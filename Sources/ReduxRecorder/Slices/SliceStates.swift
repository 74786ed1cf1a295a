import StateCoding
import StateTree

/// The last states of a recorder's slices, as the journal holds them.
///
/// They are JSON, never the states themselves: these belong to the threads and actors of their stores.
struct SliceStates {
  private struct Slice {
    let name: String
    var state: JSONValue
    var places: [RedactedPlace]
    let type: Any.Type
    var isWhole: Bool
  }

  private var slices: [Slice] = []
  /// The number of recorders of each slice.
  private var recorders: [String: Int] = [:]
  /// Whether a state has changed, or a slice has come or gone, since the recorder looked.
  var hasChanged = false

  /// Whether the recorder has slices.
  var isUsed: Bool { !slices.isEmpty || !recorders.isEmpty }

  /// Whether all states decode to the original ones.
  var areWhole: Bool { slices.allSatisfy(\.isWhole) }

  /// The type of a slice's states; `nil` before the first.
  func type(of name: String) -> Any.Type? { slices.first { $0.name == name }?.type }

  mutating func addRecorder(of name: String) { recorders[name, default: 0] += 1 }

  /// Notes that a recorder of a slice is gone, and with the last one the slice.
  mutating func removeRecorder(of name: String) {
    recorders[name, default: 1] -= 1
    guard recorders[name] == 0 else { return }
    recorders[name] = nil
    let count = slices.count
    slices.removeAll { $0.name == name }
    hasChanged = hasChanged || slices.count < count
  }

  /// Sets the state of a slice to the member of an encoded object.
  mutating func set(_ name: String, to object: JSONValue, _ places: [RedactedPlace], type: Any.Type, isWhole: Bool) {
    let new = Slice(name: name, state: object[name] ?? .null, places: places, type: type, isWhole: isWhole)
    guard let index = slices.firstIndex(where: { $0.name == name }) else {
      hasChanged = true
      return slices.append(new)
    }
    hasChanged = hasChanged || slices[index].state != new.state || slices[index].places != new.places
    slices[index] = new
  }

  /// The states of all slices, as one state.
  var document: RedactedDocument {
    var members = JSONObject()
    for slice in slices { members[slice.name] = slice.state }
    return RedactedDocument(root: .object(members), places: slices.flatMap(\.places))
  }
}
