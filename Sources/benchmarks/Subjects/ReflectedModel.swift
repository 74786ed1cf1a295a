import ReduxRecorder

/// A model with a list of structs and one of objects, and the same with conformances.
enum ReflectedModel {
  enum Edit: Codable { case rename(Int), touch(Int) }

  enum Kind { case plain, tagged(String), sized(width: Int, height: Int) }

  struct Row {
    var id: Int
    var title: String
    var isDone = false
    var note: String?
    var kind: Kind
  }

  final class Item {
    let id: Int
    var title: String
    var isDone = false
    var rank = 0.5

    init(id: Int) {
      self.id = id
      title = "item \(id)"
    }
  }

  final class Model {
    var edits = 0
    var rows: [Row]
    var items: [Item]

    init(rows: Int, items: Int) {
      self.rows = (0..<rows).map { number in
        let kinds = [Kind.plain, .tagged("tag \(number)"), .sized(width: number, height: 2)]
        return Row(id: number, title: "row \(number)", note: number % 4 == 0 ? "note" : nil, kind: kinds[number % 3])
      }
      self.items = (0..<items).map { Item(id: $0) }
    }

    func apply(_ edit: Edit) {
      edits += 1
      switch edit {
      case .rename(let number): rows[number].title += "x"
      case .touch(let number): items[number].isDone.toggle()
      }
    }
  }

  /// The same with conformances.
  enum Coded {
    enum Kind: Codable { case plain, tagged(String), sized(width: Int, height: Int) }

    struct Row: Codable {
      var id: Int
      var title: String
      var isDone = false
      var note: String?
      var kind: Kind
    }

    final class Item: Codable {
      let id: Int
      var title: String
      var isDone = false
      var rank = 0.5

      init(id: Int) {
        self.id = id
        title = "item \(id)"
      }
    }

    final class Model: Codable {
      var edits = 0
      var rows: [Row]
      var items: [Item]

      init(rows: Int, items: Int) {
        self.rows = (0..<rows).map { number in
          let kinds = [Kind.plain, .tagged("tag \(number)"), .sized(width: number, height: 2)]
          return Row(id: number, title: "row \(number)", note: number % 4 == 0 ? "note" : nil, kind: kinds[number % 3])
        }
        self.items = (0..<items).map { Item(id: $0) }
      }

      func apply(_ edit: Edit) {
        edits += 1
        switch edit {
        case .rename(let number): rows[number].title += "x"
        case .touch(let number): items[number].isDone.toggle()
        }
      }
    }
  }
}
