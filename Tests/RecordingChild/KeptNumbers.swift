package import ReduxPersistence

/// A number that is kept twice, in two slices of a folder, so that half of a state can be told from a whole one.
package struct KeptNumbers {
  /// What is left of the slices.
  package enum Left {
    case number(Int)
    /// Nothing, and nobody has to be told.
    case nothing
    /// Not all of it, and the app is told so: what became of the slices.
    case loss(String)
    /// What must not be.
    case half(String)
  }

  private let folder: FileFolder
  private let left: FileSlice<Int>
  private let right: FileSlice<[Int]>

  package init(in path: String, survivesPowerLoss: Bool = true) throws(PersistenceError) {
    folder = try FileFolder(path: path, survivesPowerLoss: survivesPowerLoss)
    left = FileSlice("left", in: folder)
    right = FileSlice("right", in: folder)
  }

  /// Reads both slices.
  package func restored() throws(PersistenceError) -> Left {
    let slices = (try left.restore(), try right.restore())
    return switch slices {
    case (.absent, .absent): .nothing
    case (.restored(let number, nil), .restored(let twice, nil)) where twice == [number, -number]: .number(number)
    case (.setAside, .setAside), (.setAside, .restored), (.restored, .setAside): .loss("\(slices)")
    default: .half("\(slices)")
    }
  }

  /// Keeps a number.
  package func store(_ number: Int) throws(PersistenceError) {
    try folder.perform { () throws(PersistenceError) in
      try left.store(number)
      try right.store([number, -number])
    }
  }

  /// Keeps the numbers after one; says of each whether that went well.
  func keep(_ count: Int, after first: Int) {
    for number in (first + 1)...(first + count) {
      do throws(PersistenceError) {
        try store(number)
        Platform.say("kept \(number)")
      } catch {
        Platform.say("failed \(error)")
      }
    }
  }
}
