/// The reason why a patch can't be parsed or applied, with the operation and the pointer.
public struct JSONPatchError: Error, Hashable, Sendable {
  /// The operation, counted from 0; `nil` if the patch isn't a list of operations.
  public let index: Int?
  /// The operation in words, such as `replace /files/a`, as far as it could be parsed.
  public let operation: String?
  /// The pointer to the operation's target, if it could be parsed.
  public let pointer: JSONPointer?
  /// The reason.
  public let reason: Reason

  init(index: Int?, name: String?, reason: Reason) {
    self.index = index
    self.operation = name
    self.pointer = nil
    self.reason = reason
  }

  init(index: Int, operation: JSONPatch.Operation, reason: Reason) {
    self.index = index
    self.operation = operation.description
    self.pointer = operation.path
    self.reason = reason
  }

  /// The reasons for failure.
  public enum Reason: Error, Hashable, Sendable {
    /// The patch is not an array.
    case notAnArray(found: String)
    /// The operation is not an object.
    case notAnObject(found: String)
    /// The operation lacks a member.
    case missingMember(String)
    /// A member of the operation is not a string.
    case notAString(String, found: String)
    /// The operation's `op` isn't one of the six.
    case unknownName(String)
    /// A member of the operation is not a JSON Pointer.
    case invalidPointer(String, String, JSONPointerError)
    /// The pointers up to this operation exceed a limit of tokens.
    case tooManyTokens(limit: Int)

    /// The object at the pointer lacks the member.
    case noMember(String, in: JSONPointer)
    /// The array at the pointer ends before the index.
    case noElement(Int, in: JSONPointer, count: Int)
    /// The token isn't an index into the array at the pointer.
    case notAnIndex(String, in: JSONPointer)
    /// The value at the pointer is neither an object nor an array.
    case notAContainer(JSONPointer, found: String)
    /// The document itself can't be removed.
    case rootRemoved
    /// A value can't be moved into itself.
    case intoItself
    /// The document would nest deeper than a limit of levels.
    case tooDeep(limit: Int)
    /// The copy would make the document larger than a limit of bytes of JSON.
    case copiesTooMuch(limit: Int)
    /// Adding to and removing from the middle of large containers would move more values than a limit.
    case movesTooMuch(limit: Int)
    /// A test found another value, first at the pointer; `nil` means that no value exists there.
    case differs(at: JSONPointer, expected: JSONValue?, found: JSONValue?)
  }
}

extension JSONPatchError: CustomStringConvertible {
  /// The operation, the pointer and the reason in a sentence.
  public var description: String {
    guard let index else { return "\(reason)" }
    return "operation \(index)\(operation.map { " (\($0))" } ?? ""): \(reason)"
  }
}

extension JSONPatchError.Reason: CustomStringConvertible {
  /// The expected and the found value, in a sentence.
  public var description: String {
    switch self {
    case .notAnArray(let found): "a JSON Patch is an array of operations, found \(found)"
    case .notAnObject(let found): "an operation is an object, found \(found)"
    case .missingMember(let name): "the member \"\(name)\" is missing"
    case .notAString(let name, let found): "the member \"\(name)\" must be a string, found \(found)"
    case .unknownName(let name):
      "unknown op \(JSONValue.string(name).excerpt); known are \(JSONPatch.Operation.names.joined(separator: ", "))"
    case .invalidPointer(let name, let text, let error):
      "\"\(name)\" is \(JSONValue.string(text).excerpt), but \(error)"
    case .noMember(let key, let parent): "no member \(JSONValue.string(key).excerpt) in \(parent.place)"
    case .noElement(let index, let parent, let count):
      "no element \(index) in \(parent.place), an array of \(count) element\(count == 1 ? "" : "s")"
    case .notAnIndex("-", let parent):
      "\"-\" is the position after the last element of \(parent.place), which has no value"
    case .notAnIndex(let token, let parent):
      "\(JSONValue.string(token).excerpt) is not an index into \(parent.place), which is an array"
    case .notAContainer(let parent, let found):
      "\(parent.place) is \(found), which has no members or elements"
    case .rootRemoved: "the whole document cannot be removed; replace it instead"
    case .intoItself: "a value cannot be moved into itself"
    case .tooManyTokens(let limit): "the pointers of the patch have more than \(limit) tokens"
    case .tooDeep(let limit): "the document would nest deeper than \(limit) levels"
    case .copiesTooMuch(let limit):
      "the copy would make the document larger than \(limit >> 20) MiB of JSON; add the value instead"
    case .movesTooMuch(let limit):
      "adding and removing would move more than \(limit) values in the containers; replace them as a whole instead"
    case .differs(let pointer, let expected, let found):
      "expected \(expected?.excerpt ?? "nothing") at \(pointer.place), found \(found?.excerpt ?? "nothing")"
    }
  }
}

extension JSONValue {
  /// The kind of value, in a sentence.
  var kindInWords: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value in a sentence: a scalar as JSON, cut if it is long; a container by its size.
  package var excerpt: String {
    switch self {
    case .array(let elements) where !elements.isEmpty:
      return "an array of \(elements.count) element\(elements.count == 1 ? "" : "s")"
    case .object(let members) where !members.isEmpty:
      return "an object of \(members.count) member\(members.count == 1 ? "" : "s")"
    case .string(let text) where text.unicodeScalars.count > 60:
      return JSONValue.string(String(text.unicodeScalars.prefix(59)) + "…").compact
    case .number(let number) where number.literal.utf8.count > 60:
      return number.literal.prefix(59) + "…"
    default:
      return compact
    }
  }
}
