import ReduxPersistence

/// A number that is kept twice, in two slices of a folder, so that half of a state can be told from a whole one.
struct KeptNumbers {
  private let folder: FileFolder
  private let left: FileSlice<Int>
  private let right: FileSlice<[Int]>

  init(in path: String) throws(PersistenceError) {
    folder = try FileFolder(path: path)
    left = FileSlice("left", in: folder)
    right = FileSlice("right", in: folder)
  }

  /// The number that was kept last, `0` if none was; says what it found.
  func restored() throws(PersistenceError) -> Int {
    switch (try left.restore(), try right.restore()) {
    case (.absent, .absent):
      Platform.say("restored 0")
      return 0
    case (.restored(let number, nil), .restored(let twice, nil)) where twice == [number, -number]:
      Platform.say("restored \(number)")
      return number
    case let (left, right):
      Platform.say("restored no whole state: \(left), \(right)")
      return 0
    }
  }

  /// Keeps the numbers after one; says of each whether that went well.
  func keep(_ count: Int, after first: Int) {
    for number in (first + 1)...(first + count) {
      do throws(PersistenceError) {
        try folder.perform { () throws(PersistenceError) in
          try left.store(number)
          try right.store([number, -number])
        }
        Platform.say("kept \(number)")
      } catch {
        Platform.say("failed \(error)")
      }
    }
  }
}
