/// An item of the measured states: about 100 bytes of JSON, with synthesised `Codable`.
struct TodoItem: Codable, Equatable, Identifiable, Sendable {
  var id: Int
  var title: String
  var done: Bool
  var tags: [String]
  var amount: Double

  /// Creates the item of an id, the same in every process.
  init(_ id: Int) {
    self.id = id
    title = TodoItem.title(id)
    done = id % 3 == 0
    tags = id % 2 == 0 ? ["home", "errand"] : ["work"]
    amount = Double(id % 1000) / 4
  }

  /// A title of about 30 characters.
  static func title(_ number: Int) -> String { "Water the plants, number \(number)" }
}
