import Expectations
import StateTree
import Testing

@testable import ReduxJournal

struct LineBufferTests {
  private func text(_ body: (inout LineBuffer) -> Void) -> String {
    var buffer = LineBuffer()
    body(&buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  @Test(arguments: [0, 7, 10, -1, 1_234_567_890_123, Int.max, Int.min]) func `writes integers`(number: Int) {
    expectEqual(text { $0.append(decimal: number) }, String(number))
  }

  @Test(arguments: [
    "", "plain", "a \"quoted\" \\ text", "line\nfeed", "\u{0}\u{1f} ", "ünï çødé 🧨",
    String(repeating: "long ", count: 500),
  ])
  func `writes strings as JSON`(string: String) {
    var expected: [UInt8] = []
    appendJSONString(string, to: &expected)
    expectEqual(text { $0.append(quoted: string) }, String(decoding: expected, as: UTF8.self))
  }

  @Test func `writes hashes as they print`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<100 {
      let hash = StateHash(low: random.next(), high: random.next())
      expectEqual(text { $0.append(hash) }, hash.description)
      expectEqual(text { $0.append(short: hash) }, hash.short)
      let digits = (0..<4).map { (hash.low >> (8 * $0)) & 0xff }
        .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      expectEqual(hash.short, digits)
    }
  }

  @Test func `drops bytes at either end and continues`() {
    expectEqual(
      text {
        $0.append("one two three")
        $0.removeFirst(4)
        $0.append(" four")
        $0.removeLast(to: 9)
        $0.append("!")
      }, "two three!")
    expectEqual(
      text {
        $0.append("one")
        $0.removeFirst(3)
        $0.append("two")
      }, "two")
  }

  @Test func `grows for a big line and shrinks afterwards`() {
    var buffer = LineBuffer()
    let big = [UInt8](repeating: 0x78, count: 3 << 20)
    buffer.append("start ")
    buffer.append(big)
    expectEqual(buffer.count, big.count + 6)
    #expect(buffer.bytes.dropFirst(6).elementsEqual(big))
    buffer.removeFirst(buffer.count)
    buffer.append("small")
    expectEqual(String(decoding: buffer.bytes, as: UTF8.self), "small")
  }
}
