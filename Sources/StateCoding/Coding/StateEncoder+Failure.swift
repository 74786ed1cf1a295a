import StateTree

extension StateEncoder {
  /// The problem with a value that can't be encoded, in one line: the place of the part at fault, and the reason.
  ///
  /// Only errors of coders say where they occurred, so this looks for the part: it encodes members again until it finds the
  /// innermost one that fails. It reads values, and no objects.
  package func explanation(of error: any Error, in value: some Encodable) -> String {
    if case EncodingError.invalidValue(_, let context) = error, !context.codingPath.isEmpty { return error.explanation }
    let tokens = tokens(toFailureIn: value)
    return tokens.isEmpty ? error.explanation : "at \(JSONPointer(tokens: tokens)): \(error.explanation)"
  }

  /// The path to the innermost part that can't be encoded.
  private func tokens(toFailureIn value: Any) -> [String] {
    for (tokens, part) in StateEncoder.parts(of: value) {
      if let part = part as? any Encodable, (try? hash(part)) != nil { continue }
      let inner = self.tokens(toFailureIn: part)
      // A part without an encoding is encoded by what holds it, if at all.
      if part is any Encodable || !inner.isEmpty { return tokens + inner }
    }
    return []
  }

  /// The parts of a value and their keys in its synthesised encoding; none for what replaces the value.
  private static func parts(of value: Any) -> [(tokens: [String], part: Any)] {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.map { ([], $0.value) }
    case .collection, .set: return mirror.children.enumerated().map { (["\($0)"], $1.value) }
    case .dictionary:
      return mirror.children.compactMap { entry in
        let parts = Mirror(reflecting: entry.value).children.map(\.value)
        return parts.count == 2 ? (["\(parts[0])"], parts[1]) : nil
      }
    case .enum:
      guard let payload = mirror.children.first, let name = payload.label else { return [] }
      let parts = Mirror(reflecting: payload.value)
      guard parts.displayStyle == .tuple else { return [([name, "_0"], payload.value)] }
      return parts.children.enumerated().map { index, part in
        let label = part.label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? "_\(index)"
        return ([name, label], part.value)
      }
    case .struct, .tuple: return mirror.children.compactMap { child in child.label.map { ([$0], child.value) } }
    default: return []
    }
  }
}
