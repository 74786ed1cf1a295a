/// Reads a JSON text into an index of its values, checking every rule of RFC 8259 on the way.
///
/// The parser doesn't recurse: a hostile text can exhaust the limits, not the stack. It writes into memory of a fixed
/// size and pauses when that is full; `JSONDocument` then provides more, and it resumes. It uses bare pointers and local
/// variables: 1 MB of small records takes 1.1 ms, compared with 3.5 ms with arrays and stored properties.
struct JSONParser {
  typealias Node = JSONDocument.Node

  let bytes: UnsafeRawPointer
  /// The length of the text in bytes.
  let end: Int
  let limits: JSONLimits
  /// Whether only white space may follow the value.
  private let isWhole: Bool

  /// Where reading resumes: before a value or, in an object, before a key; finally, the end of the value.
  private(set) var offset = 0
  /// The number of written nodes.
  private(set) var count = 0
  /// The index position of the innermost open container.
  ///
  /// While it is open, `next` in its node is the enclosing container, and that container's node holds the number of
  /// children so far.
  private var container = JSONParser.none
  private var depth = 0
  /// The number of children of the innermost open container, including the current one.
  private var children: UInt32 = 0

  private static let none = UInt32.max

  /// Creates a parser of a text, which must outlive the parser.
  init(_ text: UnsafeRawBufferPointer, limits: JSONLimits, isWhole: Bool = true) throws(JSONError) {
    // Positions are 32-bit numbers, whatever the limit.
    let limit = min(limits.bytes, Int(UInt32.max))
    guard text.count <= limit else { throw JSONError(offset: limit, reason: .tooLong(limit: limit)) }
    guard let bytes = text.baseAddress else { throw JSONError(offset: 0, reason: .unexpectedEnd) }
    self.bytes = bytes
    self.limits = limits
    self.isWhole = isWhole
    end = text.count
    if end >= 3, text[0] == 0xef, text[1] == 0xbb, text[2] == 0xbf {
      throw JSONError(offset: 0, reason: .byteOrderMark)
    }
    offset = try start(of: 0)
  }

  /// Resumes reading.
  ///
  /// - Parameter nodes: The memory, with the nodes written so far.
  /// - Returns: Whether the text is read; `false` if the next value and its key don't fit.
  /// - Throws: `JSONError`, with the byte offset and the reason.
  mutating func read(into nodes: UnsafeMutableBufferPointer<Node>) throws(JSONError) -> Bool {
    guard let index = nodes.baseAddress else { return false }
    var offset = offset
    var count = count
    var container = container
    var depth = depth
    var children = children
    var isObject = container != JSONParser.none && index[Int(container)].kind == .object

    values: while true {
      guard count + 2 <= nodes.count else {
        (self.offset, self.count, self.container, self.depth, self.children) =
          (offset, count, container, depth, children)
        return false
      }
      if isObject {
        let quote = byte(offset)
        guard quote == UInt8(ascii: "\"") else { throw failure(.unexpectedByte(quote), at: offset) }
        offset += 1
        let key = try string(from: offset)
        index[count] = Node(.string, from: offset, to: key.end, at: count, isEscaped: key.isEscaped)
        count += 1
        offset = try start(of: key.end + 1)
        let colon = byte(offset)
        guard colon == UInt8(ascii: ":") else { throw failure(.unexpectedByte(colon), at: offset) }
        offset = try start(of: offset + 1)
      }

      let first = byte(offset)
      switch first {
      case UInt8(ascii: "\""):
        offset += 1
        let text = try string(from: offset)
        index[count] = Node(.string, from: offset, to: text.end, at: count, isEscaped: text.isEscaped)
        offset = text.end + 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        let end = try number(from: offset)
        index[count] = Node(.number, from: offset, to: end, at: count)
        offset = end
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < limits.depth else { throw failure(.tooDeep(limit: limits.depth), at: offset) }
        isObject = first == UInt8(ascii: "{")
        index[count] = Node(isObject ? .object : .array, from: offset, to: offset, at: count)
        offset = try start(of: offset + 1)
        if byte(offset) == first + 2 {
          // An empty container: in ASCII, a closing bracket or brace is its opening one plus two.
          offset += 1
          index[count].end = UInt32(truncatingIfNeeded: offset)
          isObject = container != JSONParser.none && index[Int(container)].kind == .object
        } else {
          if container != JSONParser.none { index[Int(container)].count = children }
          index[count].next = container
          container = UInt32(truncatingIfNeeded: count)
          children = 1
          depth += 1
          count += 1
          continue values
        }
      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        let end = try literal(from: offset)
        index[count] = Node(first == UInt8(ascii: "n") ? .null : .bool, from: offset, to: end, at: count)
        offset = end
      default: throw failure(.unexpectedByte(first), at: offset)
      }
      count += 1

      // After a value: a comma and the next one, or the ends of containers.
      while container != JSONParser.none {
        offset = try start(of: offset)
        let open = Int(container)
        let byte = byte(offset)
        if byte == UInt8(ascii: ",") {
          offset = try start(of: offset + 1)
          children += 1
          continue values
        }
        guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw failure(.unexpectedByte(byte), at: offset)
        }
        if isObject, children > 1 { try checkKeys(of: open, count: Int(children), in: index) }
        offset += 1
        container = index[open].next
        depth -= 1
        index[open].next = UInt32(truncatingIfNeeded: count)
        index[open].end = UInt32(truncatingIfNeeded: offset)
        index[open].count = children
        if container == JSONParser.none { break }
        children = index[Int(container)].count
        isObject = index[Int(container)].kind == .object
      }
      break
    }
    if isWhole {
      let rest = space(from: offset)
      if rest < end { throw failure(.trailingText, at: rest) }
    }
    self.count = count
    self.offset = offset
    return true
  }

  /// Checks the number of values.
  func checkCount() throws(JSONError) {
    if count > limits.values { throw failure(.tooManyValues(limit: limits.values), at: offset) }
  }

  // MARK: Bytes

  /// Returns the byte at an offset inside the text.
  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { bytes.load(fromByteOffset: offset, as: UInt8.self) }

  /// Returns the offset of the next byte that isn't white space.
  @inline(__always)
  private func start(of offset: Int) throws(JSONError) -> Int {
    if offset < end, byte(offset) > 0x20 { return offset }
    let start = space(from: offset)
    guard start < end else { throw failure(.unexpectedEnd, at: end) }
    return start
  }

  /// Returns where white space ends.
  private func space(from offset: Int) -> Int {
    var offset = offset
    while offset < end {
      switch byte(offset) {
      case 0x20, 0x09, 0x0a, 0x0d: offset += 1
      default: return offset
      }
    }
    return offset
  }

  @inline(never)
  func failure(_ reason: JSONError.Reason, at offset: Int) -> JSONError {
    JSONError(offset: offset, reason: reason)
  }
}
