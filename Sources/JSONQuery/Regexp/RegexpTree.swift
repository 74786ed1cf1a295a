/// A parsed regular expression.
indirect enum RegexpTree {
  case scalar(ScalarSet)
  case start
  case end
  case sequence([RegexpTree])
  case choice([RegexpTree])
  /// A repetition; without an upper bound, any number of times.
  case repetition(RegexpTree, Int, Int?)

  /// Appends the program; `false` if it grows too large.
  func append(to program: inout [Regexp.Instruction]) -> Bool {
    guard program.count < Regexp.sizeLimit else { return false }
    switch self {
    case .scalar(let set): program.append(.scalar(set))
    case .start: program.append(.start)
    case .end: program.append(.end)
    case .sequence(let parts): return parts.allSatisfy { $0.append(to: &program) }
    case .choice(let branches): return Self.append(branches[...], to: &program)
    case .repetition(let part, let least, let most):
      for _ in 0..<least {
        guard part.append(to: &program) else { return false }
      }
      guard let most else { return Self.appendLoop(of: part, to: &program) }
      return Self.append(part, atMost: most - least, to: &program)
    }
    return true
  }

  private static func append(_ branches: ArraySlice<RegexpTree>, to program: inout [Regexp.Instruction]) -> Bool {
    guard let first = branches.first else { return true }
    guard branches.count > 1 else { return first.append(to: &program) }
    let split = program.count
    program.append(.jump(0))
    guard first.append(to: &program) else { return false }
    let jump = program.count
    program.append(.jump(0))
    program[split] = .split(split + 1, program.count)
    guard append(branches.dropFirst(), to: &program) else { return false }
    program[jump] = .jump(program.count)
    return true
  }

  private static func appendLoop(of part: RegexpTree, to program: inout [Regexp.Instruction]) -> Bool {
    let split = program.count
    program.append(.jump(0))
    guard part.append(to: &program) else { return false }
    program.append(.jump(split))
    program[split] = .split(split + 1, program.count)
    return true
  }

  private static func append(
    _ part: RegexpTree, atMost count: Int, to program: inout [Regexp.Instruction]
  ) -> Bool {
    var splits: [Int] = []
    for _ in 0..<count {
      splits.append(program.count)
      program.append(.jump(0))
      guard part.append(to: &program) else { return false }
    }
    for split in splits { program[split] = .split(split + 1, program.count) }
    return true
  }
}
