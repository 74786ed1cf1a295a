/// A regular expression in the syntax of RFC 9485 (I-Regexp), with `^` and `$` for the ends of the text.
///
/// Matching takes at most as many steps as the text and the program are long, multiplied: all ways through the program are
/// followed at once (K. Thompson, "Regular expression search algorithm", 1968).
struct Regexp: Sendable {
  /// An instruction of the program; those that read no character lead on at once.
  enum Instruction: Sendable {
    case scalar(ScalarSet)
    case split(Int, Int)
    case jump(Int)
    case start
    case end
    case accept
  }

  private let program: [Instruction]

  /// The most instructions of a program: counted repetitions multiply.
  static let sizeLimit = 4096

  /// Why a pattern can't be compiled.
  enum Problem: Error { case invalid, tooLarge }

  /// Compiles a pattern.
  init(_ pattern: String) throws(Problem) {
    var parser = RegexpParser(pattern)
    guard let tree = parser.pattern() else { throw parser.isTooLarge ? .tooLarge : .invalid }
    var program: [Instruction] = []
    guard tree.append(to: &program) else { throw .tooLarge }
    program.append(.accept)
    self.program = program
  }

  /// Whether the whole text matches, or a part of it. `spend` is called with the numbers of steps, and throws to stop.
  func matches(_ text: String, whole: Bool, spend: (Int) throws -> Void) throws -> Bool {
    var threads = Threads(count: program.count)
    let scalars = Array(text.unicodeScalars)
    for index in 0...scalars.count {
      if index == 0 || !whole { add(0, to: &threads, at: index, of: scalars.count) }
      if threads.accepts, !whole || index == scalars.count { return true }
      guard index < scalars.count else { break }
      try spend(threads.waiting.count + 1)
      let waiting = threads.advance()
      for place in waiting {
        guard case .scalar(let set) = program[place], set.contains(scalars[index]) else { continue }
        add(place + 1, to: &threads, at: index + 1, of: scalars.count)
      }
    }
    return false
  }

  /// Adds an instruction, and those that it leads to without a character.
  private func add(_ first: Int, to threads: inout Threads, at index: Int, of count: Int) {
    var open = [first]
    while let place = open.popLast() {
      guard threads.visit(place) else { continue }
      switch program[place] {
      case .scalar: threads.waiting.append(place)
      case .split(let left, let right): open += [right, left]
      case .jump(let target): open.append(target)
      case .start: if index == 0 { open.append(place + 1) }
      case .end: if index == count { open.append(place + 1) }
      case .accept: threads.accepts = true
      }
    }
  }

  /// The places in the program before the next character.
  private struct Threads {
    var waiting: [Int] = []
    var accepts = false
    private var visited: [Bool]

    init(count: Int) { visited = Array(repeating: false, count: count) }

    /// Notes a place; `false` if it was noted before.
    mutating func visit(_ place: Int) -> Bool {
      if visited[place] { return false }
      visited[place] = true
      return true
    }

    /// Begins with the next character; returns the places that wait for it.
    mutating func advance() -> [Int] {
      defer { (waiting, accepts, visited) = ([], false, Array(repeating: false, count: visited.count)) }
      return waiting
    }
  }
}
