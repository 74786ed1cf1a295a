extension JSONValue {
  /// The value as JSON text without spaces, members in their own order and numbers as written.
  public var compact: String {
    var output: [UInt8] = []
    appendCompact(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends the value as JSON text without spaces, members in their own order and numbers as written.
  package func appendCompact(to output: inout [UInt8]) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let value): output.append(contentsOf: value ? "true".utf8 : "false".utf8)
    case .number(let number): output.append(contentsOf: number.literal.utf8)
    case .string(let text): appendJSONString(text, to: &output)
    case .array(let values):
      output.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        value.appendCompact(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let object):
      output.append(UInt8(ascii: "{"))
      for index in 0..<object.count {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        appendJSONString(object.keys[index], to: &output)
        output.append(UInt8(ascii: ":"))
        object.values[index].appendCompact(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }
}
