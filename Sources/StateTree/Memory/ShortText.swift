import Synchronization

/// A text of at most fifteen bytes in two words, the first byte lowest, with zeros above the last.
///
/// Most keys and many values are that short. A `String` of this length holds its bytes in itself, in just this form;
/// to get at them through a pointer, they would have to be stored and read again. With pointers, encoding a state takes
/// 1.05 times as many instructions, hashing it 1.03 times.
struct ShortText: Equatable {
  /// The first eight bytes.
  let first: UInt64
  /// The other seven, and above them the count.
  private let rest: UInt64

  /// The other seven.
  var last: UInt64 {
    @inline(__always) get { rest & (1 &<< 56 &- 1) }
  }

  var count: Int {
    @inline(__always) get { Int(truncatingIfNeeded: rest &>> 56) }
  }

  /// How many bytes it has at most.
  static let limit = 15

  /// The text of at most `limit` bytes of UTF-8.
  @inline(__always)
  init(_ utf8: UnsafeRawBufferPointer) {
    assert(utf8.count <= ShortText.limit)
    let count = utf8.count
    let highest = UInt64(truncatingIfNeeded: count) &<< 56
    guard let start = utf8.baseAddress else {
      (first, rest) = (0, 0)
      return
    }
    if count < 8 {
      first = start.partialWord(at: 0, count: count)
      rest = highest
    } else {
      first = start.word(at: 0)
      rest = start.partialWord(at: 8, count: count &- 8) | highest
    }
  }

  /// The text of a string, if the string holds it in itself.
  @inline(__always)
  init?(_ string: String) {
    guard ShortText.knowledge.load(ordering: .relaxed) == 1 || ShortText.knowsStrings() else { return nil }
    self.init(bitsOf: string)
  }

  /// Reads a string's two words. In those of a short string the highest byte of the second tells that it is one (bit
  /// 61), and its count (bits 56 to 59), as `StringObject.swift` of the standard library has it.
  @inline(__always)
  private init?(bitsOf string: String) {
    let words = unsafeBitCast(string, to: (UInt64, UInt64).self)
    guard words.1 & 1 &<< 61 != 0 else { return nil }
    first = words.0
    rest = words.1 & (1 &<< 60 &- 1)
  }

  /// 1 if strings are as they are known to be, 2 if they are not, 0 before anybody has looked.
  private static let knowledge = Atomic<UInt8>(0)

  @inline(never)
  private static func knowsStrings() -> Bool {
    if knowledge.load(ordering: .relaxed) == 0 {
      knowledge.store(samplesAreAsExpected() ? 1 : 2, ordering: .relaxed)
    }
    return knowledge.load(ordering: .relaxed) == 1
  }

  /// Tries strings of all kinds, because another platform or standard library may keep them otherwise.
  private static func samplesAreAsExpected() -> Bool {
    guard MemoryLayout<String>.size == 16, Int(littleEndian: 1) == 1 else { return false }
    let samples = ["", "a", "é", "seven77", "eight888", "nine99999", "fifteen1515\u{1F600}", "sixteen161616161"]
    return samples.allSatisfy { sample in
      // Made anew, because a literal might be of another kind.
      let string = String(decoding: Array(sample.utf8), as: UTF8.self)
      let expected = string.utf8.count <= limit ? string.withBytes { ShortText($0) } : nil
      return ShortText(bitsOf: string) == expected
    }
  }

  /// Calls the body with the bytes.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: (first.littleEndian, last.littleEndian)) {
      body(UnsafeRawBufferPointer(rebasing: $0[..<count]))
    }
  }
}
