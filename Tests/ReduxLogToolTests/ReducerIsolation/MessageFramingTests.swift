import Expectations
import Testing

@testable import ReducerIsolation
@testable import ReduxLogTool

struct MessageFramingTests {
  private static let messages: [[UInt8]] = [[], [1], Array(0...255), Array(repeating: 7, count: 70_000), []]

  @Test(arguments: [1, 3, 8, 9, 65_536, 1_000_000])
  func messagesComeOutAsTheyWentInHoweverTheyAreCut(size: Int) {
    let bytes = Self.messages.flatMap(MessageFraming.framed)
    var frames = MessageFraming()
    var found: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      frames.append(Array(bytes[start..<min(start + size, bytes.count)]))
      while let message = frames.next() { found.append(message) }
    }
    expectEqual(found, Self.messages)
  }

  @Test func theLengthComesFirstInEightBytes() {
    expectEqual(MessageFraming.framed([9, 8]), [2, 0, 0, 0, 0, 0, 0, 0, 9, 8])
  }
}
