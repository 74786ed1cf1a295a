import Expectations
import TestSupport
import Testing

/// The memory in which `import` reads a few large states.
struct ImportMemoryTests {
  /// The lifted state of an app that changed some of its items with each action.
  private func lifted(states: Int, items: Int) -> [UInt8] {
    var texts = (0..<items).map {
      #"{"id":\#($0),"title":"item \#($0)","done":\#($0 % 3 == 0),"size":\#($0 * 13 % 1000)}"#
    }
    let computed = (0..<states).map { state in
      for place in 0..<min(items, 20) {
        let item = (state * 7919 + place * 101) % items
        texts[item] = #"{"id":\#(item),"title":"item \#(item)","done":true,"size":\#(state)}"#
      }
      return #"{"state":{"items":[\#(texts.joined(separator: ","))],"count":\#(items)}}"#
    }
    let actions = (0..<states).map {
      #""\#($0)":{"action":{"type":"\#($0 == 0 ? "@@INIT" : "items/edit")"},"timestamp":\#($0)}"#
    }
    let text = """
      {"actionsById":{\(actions.joined(separator: ","))},"stagedActionIds":\(Array(0..<states)),
      "computedStates":[\(computed.joined(separator: ","))]}
      """
    return Array(text.utf8)
  }

  private func kibibytes(_ file: [UInt8]) throws -> Int {
    let result = try HostileRunner(file).run("import J -o O")
    expectEqual(result.code, 0)
    return result.kibibytes
  }

  /// Takes two seconds: the states must be far larger than what varies from run to run.
  @Test(.enabled(if: !Sanitizer.isOn, "a sanitizer takes memory of its own"))
  func `a few large states take less than three times the memory of the file`() async throws {
    try await onOwnThread {
      let file = lifted(states: 12, items: 4000)
      let byteCount = try (kibibytes(file) - kibibytes(lifted(states: 2, items: 20))) << 10
      #expect(byteCount < 3 * file.count, "\(byteCount) bytes for a file of \(file.count)")
    }
  }
}
