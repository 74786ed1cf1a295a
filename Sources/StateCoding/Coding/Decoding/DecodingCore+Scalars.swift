import StateTree

extension DecodingCore {
  func bool(at position: Int) throws -> Bool {
    guard view.nodes[position].kind == .bool else {
      if case .bool(let value) = keyScalar(at: position) { return value }
      throw mismatch(Bool.self, at: position)
    }
    return view.firstByte(at: position) == 0x74
  }

  func string(at position: Int) throws -> String {
    guard view.nodes[position].kind == .string else { throw mismatch(String.self, at: position) }
    return view.string(at: position)
  }

  func integer(at position: Int) throws -> Int {
    guard view.nodes[position].kind == .number else { return try integer(ofKeyAt: position) }
    guard let value = view.integer(at: position) else {
      throw corrupted("the number \(view.text(at: position)) does not fit in Int", at: position)
    }
    return value
  }

  func integer<Integer: FixedWidthInteger>(at position: Int) throws -> Integer {
    guard node(position).kind == .number else { return try integer(ofKeyAt: position) }
    guard let value = view.integer(at: position).map(Integer.init(exactly:)) ?? view.number(at: position).integer()
    else {
      throw corrupted("the number \(view.text(at: position)) does not fit in \(Integer.self)", at: position)
    }
    return value
  }

  private func integer<Integer: FixedWidthInteger>(ofKeyAt position: Int) throws -> Integer {
    guard case .number(let number) = keyScalar(at: position) else { throw mismatch(Integer.self, at: position) }
    guard let value: Integer = number.integer() else {
      throw corrupted("the number \(number.literal) does not fit in \(Integer.self)", at: position)
    }
    return value
  }

  func double(at position: Int) throws -> Double {
    if view.nodes[position].kind == .number {
      let value = view.double(at: position)
      if value.isFinite { return value }
    }
    return try nonFinite(NonFinite.double, Double.init, at: position)
  }

  func float(at position: Int) throws -> Float {
    if node(position).kind == .number, let value = Float(view.text(at: position)), value.isFinite { return value }
    return try nonFinite(NonFinite.float, Float.init, at: position)
  }

  /// A number that JSON can't write, from the string that stands for it.
  private func nonFinite<Value>(
    _ read: (String) -> Value?, _ convert: (String) -> Value?, at position: Int
  ) throws -> Value {
    switch node(position).kind {
    case .string:
      if let value = read(view.string(at: position)) { return value }
      if case .number(let number) = keyScalar(at: position), let value = convert(number.literal) { return value }
      throw mismatch(Value.self, at: position)
    case .number: throw corrupted("the number \(view.text(at: position)) does not fit in \(Value.self)", at: position)
    default: throw mismatch(Value.self, at: position)
    }
  }
}
