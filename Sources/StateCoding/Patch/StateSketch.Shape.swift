@_spi(Kernel) import StateTree
import SystemSupport

extension StateSketch {
  /// The text of a sketch, and where values are omitted in it.
  final class Shape {
    let document: JSONDocument
    /// The ends of the omitted values' `null`s.
    let ends: [Int]
    /// The paths to the omitted values; `nil` if one of them is in an array.
    private(set) lazy var paths: [[String]]? = findPaths()

    init(_ document: JSONDocument, ends: [Int]) {
      self.document = document
      self.ends = ends
    }

    /// Whether the encoder wrote the same text.
    func hasText(_ text: UnsafeRawBufferPointer, _ omissions: [Omission]) -> Bool {
      guard omissions.count == ends.count, document.bytes.withUnsafeBytes({ Platform.areEqual($0, text) }) else {
        return false
      }
      var index = 0
      while index < ends.count {
        if omissions[index].end != ends[index] { return false }
        index += 1
      }
      return true
    }

    /// The indexes of the omitted values in a part of the text.
    func omissions(in bytes: Range<Int>) -> Range<Int> {
      count(before: bytes.lowerBound)..<count(before: bytes.upperBound)
    }

    private func count(before end: Int) -> Int {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] <= end { low = middle + 1 } else { high = middle }
      }
      return low
    }

    private func findPaths() -> [[String]]? {
      var paths: [[String]] = []
      return addPaths(below: document.root, [], to: &paths) ? paths : nil
    }

    private func addPaths(below node: JSONNode, _ path: [String], to paths: inout [[String]]) -> Bool {
      guard !omissions(in: node.byteRange).isEmpty else { return true }
      switch node.kind {
      case .null: paths.append(path)
      case .object:
        for (key, member) in node.members where !addPaths(below: member, path + [key], to: &paths) { return false }
      default: return false
      }
      return true
    }
  }
}
