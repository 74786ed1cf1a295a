import Expectations
import Foundation
import SystemSupport
import Testing

struct PlatformMemoryTests {
  @Test(
    arguments: [
      ("", nil, nil), ("text", nil, nil), ("\n", 0, 0), ("a\nb", 1, 1), ("a\n\nb\n", 1, 4), ("\n\n\n", 0, 2),
    ] as [(String, Int?, Int?)])
  func `the first and the last line feed are found`(text: String, first: Int?, last: Int?) {
    Array(text.utf8).withUnsafeBytes { bytes in
      expectEqual(Platform.firstLineFeed(in: bytes), first)
      expectEqual(Platform.lastLineFeed(in: bytes), last)
    }
  }

  @Test(
    arguments: [
      ("", "", false), ("", "a", true), ("a", "", false), ("a", "ab", true), ("b", "ab", false), ("ab", "ab", false),
    ])
  func `texts are compared by their bytes`(left: String, right: String, isLess: Bool) {
    Array(left.utf8).withUnsafeBytes { leftBytes in
      Array(right.utf8).withUnsafeBytes { rightBytes in
        expectEqual(Platform.isLess(leftBytes, rightBytes), isLess)
        expectEqual(Platform.areEqual(leftBytes, rightBytes), (left == right))
      }
    }
  }

  @Test func `two maps of shared memory hold the same bytes`() throws {
    let count = 1 << 16
    let file = try Platform.openSharedMemory(byteCount: count)
    defer { Platform.closeDescriptor(file) }
    let maps = try (0..<2).map { _ in try Platform.map(file, byteCount: count) }
    defer { for map in maps { Platform.unmap(map, byteCount: count) } }
    let first = try #require(UnsafeMutableRawPointer(bitPattern: maps[0]))
    let second = try #require(UnsafeRawPointer(bitPattern: maps[1]))
    #expect(first != second)
    expectEqual(second.load(fromByteOffset: count - 8, as: UInt64.self), 0)
    first.storeBytes(of: 0x0123_4567_89ab_cdef, toByteOffset: count - 8, as: UInt64.self)
    expectEqual(second.load(fromByteOffset: count - 8, as: UInt64.self), 0x0123_4567_89ab_cdef)
  }

  @Test func `two running threads have different numbers`() async {
    let here = Platform.currentThread
    let there = await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: Platform.currentThread) }.start()
    }
    #expect(here != 0 && there != 0 && here != there)
  }
}
