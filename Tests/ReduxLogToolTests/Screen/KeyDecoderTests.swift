import Expectations
import ReduxViews
import TestSupport
import Testing

@Suite("Keys")
struct KeyDecoderTests {
  @Test(
    "decode from the bytes that terminals send",
    arguments: [
      ("j", [Key.character("j")]),
      ("\u{1b}[A\u{1b}[B\u{1b}[C\u{1b}[D", [.up, .down, .right, .left]),
      ("\u{1b}OA\u{1b}OB\u{1b}OC\u{1b}OD\u{1b}OH\u{1b}OF", [.up, .down, .right, .left, .home, .end]),
      ("\u{1b}[H\u{1b}[F\u{1b}[1~\u{1b}[4~\u{1b}[7~\u{1b}[8~", [.home, .end, .home, .end, .home, .end]),
      ("\u{1b}[5~\u{1b}[6~\u{1b}[3~", [.pageUp, .pageDown, .delete]),
      ("\u{1b}[1;5A\u{1b}[5;2~", [.up, .pageUp]),
      ("\r\n\t\u{1b}[Z\u{7f}\u{8}", [.enter, .enter, .tab, .backTab, .backspace, .backspace]),
      ("\u{3}\u{4}\u{15}\u{1a}", [.control("c"), .control("d"), .control("u"), .control("z")]),
      ("é漢😀", [.character("é"), .character("漢"), .character("😀")]),
      ("\u{1b}\u{1b}[A", [.escape, .up]),
      // Keys with Alt, unknown sequences and replies of the terminal.
      ("\u{1b}xq", [.character("q")]),
      ("\u{1b}[?62;4c\u{1b}[99~\u{1b}[Iq", [.character("q")]),
      ("\u{1b}[200~q\u{1b}[Aj\u{1b}[201~k", [.paste("q\u{1b}[Aj"), .character("k")]),
    ])
  func decodes(text: String, keys: [Key]) {
    var decoder = KeyDecoder()
    expectEqual(decoder.decode(Array(text.utf8)), keys)
    #expect(!decoder.isWaiting)
  }

  @Test("decode the same if the bytes arrive one by one")
  func split() {
    var decoder = KeyDecoder()
    let text = "a\u{1b}[5~é\u{1b}[200~paste\u{1b}[201~😀\u{1b}OA"
    let keys = text.utf8.flatMap { decoder.decode([$0]) }
    expectEqual(keys, [.character("a"), .pageUp, .character("é"), .paste("paste"), .character("😀"), .up])
  }

  @Test("wait for the rest of a sequence after an Escape")
  func escape() {
    var decoder = KeyDecoder()
    expectEqual(decoder.decode([0x1b]), [])
    #expect(decoder.isWaiting)
    expectEqual(decoder.flush(), [.escape])
    #expect(!decoder.isWaiting)
    expectEqual(decoder.decode([0x1b, 0x5b]), [])
    expectEqual(decoder.flush(), [])
    expectEqual(decoder.decode(Array("j".utf8)), [.character("j")])
  }

  @Test(
    "skip bytes that are no UTF-8",
    arguments: [[0xff], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0x80], [0xc0, 0x80]])
  func damaged(bytes: [UInt8]) {
    var decoder = KeyDecoder()
    expectEqual(decoder.decode(bytes + Array("j".utf8)), [.character("j")])
  }

  @Test("decode any bytes without a trap, and the next key after them")
  func random() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let common = Array("\u{1b}\u{1b}[[O0;~ABjé漢".utf8)
    for _ in 0..<2000 {
      var decoder = KeyDecoder()
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).compactMap { _ in
        common.randomElement(using: &generator)
      }
      _ = decoder.decode(bytes)
      _ = decoder.flush()
      let keys = decoder.decode(Array("\u{1b}[201~\u{18}\u{18}\u{18}\u{18}j".utf8))
      expectEqual(keys.last, .character("j"), "seed \(seed): \(bytes)")
    }
  }
}
