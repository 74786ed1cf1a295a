import CommandLineKit
import Expectations
import ReduxLogTool
import StateTree
import TestSupport
import Testing

/// What becomes of a journal to which something happens on the disk.
struct DamageTests {
  private let tool: ToolFixture
  private let bytes: [UInt8]
  private var lineEnds: [Int] { bytes.indices.filter { bytes[$0] == 0x0a }.map { $0 + 1 } }

  init() throws {
    tool = try ToolFixture()
    tool.record("j", #"{"add":{"_0":99}}"#, #"{"reset":{}}"#, #"{"add":{"_0":101}}"#)
    _ = tool.run("rewind DIR/j --to 1")
    bytes = Array(try #require(tool.folder.contents(of: "j")).utf8)
  }

  @Test func oneBitChangedAnywhereIsFoundAndItsLineNamed() throws {
    var generator = SeededGenerator(seed: 57)
    for offset in Soak.positions(in: 0..<bytes.count - 1, every: 5, near: lineEnds) {
      let line = lineEnds.count { $0 <= offset } + 1
      let bit = UInt8.random(in: 0..<8, using: &generator)
      var damaged = bytes
      damaged[offset] ^= 1 << bit
      tool.folder.create("damaged", bytes: damaged)
      for option in ["", " --no-replay"] {
        let call = tool.run("verify DIR/damaged" + option)
        #expect(
          call.code == .trouble && call.errorOutput.hasPrefix("DIR/damaged:\(line): error: "),
          "byte \(offset), bit \(bit), line \(line), seed 57: \(call)")
      }
    }
    expectEqual(lineEnds.count, 8)
  }

  @Test func aCutAnywhereLeavesWhatStandsBefore() throws {
    let header = try #require(bytes.firstIndex(of: 0x0a)) + 1
    for length in Soak.positions(in: bytes.indices, every: 7, near: lineEnds) {
      tool.folder.create("cut", bytes: Array(bytes[..<length]))
      let call = tool.run("verify DIR/cut")
      if length < header {
        // Not even the journal's name is there.
        expectEqual(call.code, .trouble, "\(length) bytes: \(call)")
        continue
      }
      #expect(call.code == .fine && call.output.hasPrefix("ok DIR/cut: "), "\(length) bytes: \(call)")
      let isClosed = try tool.records("cut").last?.hasPrefix("seal") == true && bytes[length - 1] == 0x0a
      #expect(call.errorOutput.contains("warning: ") != isClosed, "\(length) bytes: \(call)")
      expectEqual(tool.run("log DIR/cut").code, .fine, "\(length) bytes")
      let hasState = try tool.records("cut").count > 1
      expectEqual(tool.run("show DIR/cut").code, (hasState ? .fine : .trouble), "\(length) bytes")
    }
  }

  @Test func aJournalThatIsDamagedInTheMiddleIsNotAppendedTo() throws {
    var damaged = bytes
    let second = try #require(bytes.firstIndex(of: 0x0a)) + 20
    damaged[second] ^= 1
    tool.folder.create("damaged", bytes: damaged)
    for line in ["record -o DIR/damaged --append", "rewind DIR/damaged --to 1"] {
      let call = tool.run(line, input: #"{"reset":{}}"#)
      expectEqual(call.code, .trouble)
      #expect(call.errorOutput.hasPrefix("DIR/damaged:2: error: damaged: "))
    }
    expectEqual(tool.folder.contents(of: "damaged").map { Array($0.utf8) }, damaged)
  }
}
