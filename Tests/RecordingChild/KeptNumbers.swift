package import ReduxPersistence
import SystemSupport

/// A number stored in two slices of a folder, so that half a state can be distinguished from a whole one.
package struct KeptNumbers {
  /// The restored slices.
  package enum Left {
    case number(Int)
    /// Nothing was stored.
    case nothing
    /// The app gets a report of the lost slices.
    case loss(String)
    /// Half a state, which must not happen.
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

  /// Stores a number.
  package func store(_ number: Int) throws(PersistenceError) {
    try folder.perform { () throws(PersistenceError) in
      try left.store(number)
      try right.store([number, -number])
    }
  }

  /// Stores the numbers after another one, and prints the result for each.
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
