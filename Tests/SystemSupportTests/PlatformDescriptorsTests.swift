import Expectations
import SystemSupport
import TestSupport
import Testing

struct PlatformDescriptorsTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path(of: "file") }

  init() throws { folder = try TemporaryFolder() }

  private func open(_ opening: Platform.Opening = .creatingIfMissing) throws -> Int32 {
    try Platform.open(path, for: opening)
  }

  // MARK: Locks

  @Test func `one open file holds the lock, until it is closed`() throws {
    let (first, second) = (try open(), try open())
    defer { Platform.closeDescriptor(second) }
    #expect(try Platform.lock(first))
    #expect(try !Platform.lock(second))
    #expect(try !Platform.lock(second, shared: true))
    #expect(Platform.isBeingWritten(second) && Platform.isBeingWritten(path))
    Platform.closeDescriptor(first)
    #expect(!Platform.isBeingWritten(path))
    #expect(try Platform.lock(second))
  }

  @Test func `several open files share a lock, which excludes a writer`() throws {
    let files = try (0..<3).map { _ in try open() }
    defer { files.forEach(Platform.closeDescriptor) }
    #expect(try Platform.lock(files[0], shared: true) && Platform.lock(files[1], shared: true))
    #expect(try !Platform.lock(files[2]))
    #expect(!Platform.isBeingWritten(files[2]))
    Platform.unlock(files[0])
    Platform.unlock(files[1])
    #expect(try Platform.lock(files[2]))
  }

  @Test func `a missing file has no writer`() {
    #expect(!Platform.isBeingWritten(path))
  }

  // MARK: Reading and writing

  @Test func `a range reads up to the end of the file`() throws {
    folder.create("file", "0123456789")
    let file = try open()
    defer { Platform.closeDescriptor(file) }
    try expectEqual(Platform.bytes(2..<5, of: file), Array("234".utf8))
    try expectEqual(Platform.bytes(8..<20, of: file), Array("89".utf8))
    try expectEqual(Platform.bytes(10..<20, of: file), [])
    var buffer = Array("......".utf8)
    try expectEqual(Platform.read(3, at: 4, from: file, into: &buffer, position: 2), 3)
    expectEqual(buffer, Array("..456.".utf8))
    try expectEqual(Platform.read(3, at: 9, from: file, into: &buffer, position: 0), 1)
    expectEqual(buffer, Array("9.456.".utf8))
  }

  @Test func `writes go to their offset, or to the end after startAppending`() throws {
    let file = try open()
    defer { Platform.closeDescriptor(file) }
    try Platform.writeAll(Array("0123456789".utf8), to: file)
    try expectEqual(Platform.write(Array("ab".utf8)[...], to: file, at: 4), 2)
    try Platform.truncate(file, to: 8)
    try Platform.startAppending(file)
    try Platform.writeAll(Array("end".utf8), to: file)
    expectEqual(folder.contents(of: "file"), "0123ab67end")
  }

  @Test func `a failed call names itself and its reason`() throws {
    folder.create("file")
    let file = try open(.reading)
    defer { Platform.closeDescriptor(file) }
    let error = #expect(throws: Platform.SystemError.self) { try Platform.writeAll([7], to: file) }
    #expect(error?.call == "write" && error?.description == "Bad file descriptor")
    let missing = #expect(throws: Platform.SystemError.self) { try Platform.synchronize(folder: path + "/none") }
    #expect(missing?.call == "open" && missing?.isMissing == true)
  }

  // MARK: Pipes

  @Test func `a pipe has input once something is written or the writer is gone`() throws {
    let pipe = try Platform.makePipe()
    defer { Platform.closeDescriptor(pipe.reading) }
    #expect(!Platform.hasInput(pipe.reading, within: .milliseconds(1)))
    Platform.write("text", to: pipe.writing)
    #expect(Platform.hasInput(pipe.reading, within: .seconds(60)))
    try expectEqual(Platform.read(9, from: pipe.reading), Array("text".utf8))
    Platform.closeDescriptor(pipe.writing)
    #expect(Platform.hasInput(pipe.reading, within: .seconds(60)))
    try expectEqual(Platform.read(9, from: pipe.reading), [])
  }
}
