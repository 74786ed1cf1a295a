extension JSONPatch {
  /// Parses a patch: an array of objects.
  ///
  /// It ignores members that RFC 6902 doesn't define, as the RFC requires. Deep pointers take far more memory than text, so
  /// all pointers together may have `tokenLimit` tokens.
  ///
  /// - Throws: `JSONPatchError` with the operation and the expected value.
  public init(json: JSONValue) throws(JSONPatchError) {
    guard case .array(let elements) = json else {
      throw JSONPatchError(index: nil, name: nil, reason: .notAnArray(found: json.kindInWords))
    }
    operations = []
    operations.reserveCapacity(elements.count)
    var tokens = 0
    for (index, element) in elements.enumerated() {
      do throws(JSONPatchError.Reason) {
        let operation = try Operation(json: element)
        tokens += operation.tokenCount
        guard tokens <= JSONPatch.tokenLimit else { throw .tooManyTokens(limit: JSONPatch.tokenLimit) }
        operations.append(operation)
      } catch {
        throw JSONPatchError(index: index, name: element["op"]?.string.flatMap(Operation.known), reason: error)
      }
    }
  }

  /// The patch as JSON: an array of objects, whose members are in the order `op`, `from`, `path`, `value`.
  public var json: JSONValue { .array(operations.map(\.json)) }
}

extension JSONPatch.Operation {
  /// The valid values of `op`.
  package static let names = ["add", "remove", "replace", "move", "copy", "test"]

  static func known(_ name: String) -> String? { names.contains(name) ? name : nil }

  init(json: JSONValue) throws(JSONPatchError.Reason) {
    guard case .object(let members) = json else { throw .notAnObject(found: json.kindInWords) }
    let name = try JSONPatch.Operation.text("op", of: members)
    switch name {
    case "add": self = .add(try .init("path", of: members), try JSONPatch.Operation.member("value", of: members))
    case "remove": self = .remove(try .init("path", of: members))
    case "replace":
      self = .replace(try .init("path", of: members), try JSONPatch.Operation.member("value", of: members))
    case "move": self = .move(from: try .init("from", of: members), to: try .init("path", of: members))
    case "copy": self = .copy(from: try .init("from", of: members), to: try .init("path", of: members))
    case "test": self = .test(try .init("path", of: members), try JSONPatch.Operation.member("value", of: members))
    default: throw .unknownName(name)
    }
  }

  /// The operation as a JSON object.
  public var json: JSONValue {
    let name = JSONValue.string(name)
    let path = JSONValue.string(path.description)
    switch self {
    case .add(_, let value), .replace(_, let value), .test(_, let value):
      return ["op": name, "path": path, "value": value]
    case .remove:
      return ["op": name, "path": path]
    case .move(let from, _), .copy(let from, _):
      return ["op": name, "from": .string(from.description), "path": path]
    }
  }

  fileprivate static func member(_ name: String, of members: JSONObject) throws(JSONPatchError.Reason) -> JSONValue {
    guard let value = members[name] else { throw .missingMember(name) }
    return value
  }

  fileprivate static func text(_ name: String, of members: JSONObject) throws(JSONPatchError.Reason) -> String {
    let value = try member(name, of: members)
    guard case .string(let text) = value else { throw .notAString(name, found: value.kindInWords) }
    return text
  }
}

extension JSONPointer {
  fileprivate init(_ name: String, of members: JSONObject) throws(JSONPatchError.Reason) {
    let text = try JSONPatch.Operation.text(name, of: members)
    guard JSONPointer.tokenCount(of: text) <= JSONLimits.default.depth else {
      throw .tooDeep(limit: JSONLimits.default.depth)
    }
    do throws(JSONPointerError) {
      try self.init(text)
    } catch {
      throw .invalidPointer(name, text, error)
    }
  }
}
