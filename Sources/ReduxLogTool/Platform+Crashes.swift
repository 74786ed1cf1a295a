import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What becomes of this process when it crashes. A signal handler may take no memory and no lock: all that it uses is made
/// before, and never let go.
extension Platform {
  /// What is executed when this process crashes, as addresses of C arrays: the path with the arguments, the variables.
  private static let successor = Atomic<UInt>(0)
  private static let successorVariables = Atomic<UInt>(0)
  /// Where the numbers stand that the handler writes among the variables.
  private static let successorNumbers = Atomic<UInt>(0)
  private static let digitCount = 20

  /// What tells the threads of this process apart.
  static var threadIdentity: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Makes ready what is executed in the place of this process when it crashes: itself, with other variables.
  ///
  /// - Parameters:
  ///   - environment: The variables.
  ///   - numbers: The name of one more: three numbers with commas between them, which are the signal and what
  ///     `CrashReporter.reducing` says.
  static func prepareForCrash(environment: [String: String], numbers: String) {
    let zeros = Array(repeating: String(repeating: "0", count: digitCount), count: 3).joined(separator: ",")
    let variables = environment.map { "\($0.key)=\($0.value)" } + ["\(numbers)=\(zeros)"]
    let array = address(of: variables)
    if let last = UnsafePointer<UnsafeMutablePointer<CChar>?>(bitPattern: array)?[variables.count - 1] {
      successorNumbers.store(UInt(bitPattern: last) + UInt(numbers.utf8.count) + 1, ordering: .releasing)
    }
    successorVariables.store(array, ordering: .releasing)
    successor.store(address(of: [ownExecutable] + CommandLine.arguments), ordering: .releasing)
  }

  /// Memory full of zeros.
  static func mapMemory(byteCount: Int) throws(SystemError) -> UInt {
    let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | Int32(MAP_ANONYMOUS), -1, 0)
    guard let memory, memory != MAP_FAILED else { throw .last }
    return UInt(bitPattern: memory)
  }

  private static func address(of texts: [String]) -> UInt {
    let array = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count + 1)
    for (index, text) in texts.enumerated() { array[index] = strdup(text) }
    array[texts.count] = nil
    return UInt(bitPattern: array)
  }

  /// Handles the signals of a crash, on a stack of their own where this thread has exhausted its own. Where no reducer
  /// runs, they do what they do otherwise.
  static func handleCrashes() {
    var stack = stack_t()
    if sigaltstack(nil, &stack) == 0, stack.ss_sp == nil {
      stack = stack_t()
      stack.ss_size = 1 << 16
      stack.ss_sp = malloc(stack.ss_size)
      sigaltstack(&stack, nil)
    }
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = { Platform.crash($0) }
    #else
      action.__sigaction_handler.sa_handler = { Platform.crash($0) }
    #endif
    action.sa_flags = Int32(truncatingIfNeeded: Int(SA_ONSTACK) | Int(SA_NODEFER) | Int(SA_RESETHAND))
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] { sigaction(signal, &action, nil) }
  }

  private static func crash(_ signal: Int32) {
    guard let (seq, fold) = CrashReporter.reducing(),
      let words = UnsafePointer<UnsafeMutablePointer<CChar>?>(bitPattern: successor.load(ordering: .acquiring)),
      let variables = UnsafePointer<UnsafeMutablePointer<CChar>?>(
        bitPattern: successorVariables.load(ordering: .acquiring)),
      let numbers = UnsafeMutablePointer<CChar>(bitPattern: successorNumbers.load(ordering: .acquiring)),
      let path = words[0]
    else { return }
    write(UInt(signal), to: numbers)
    write(seq, to: numbers + digitCount + 1)
    write(fold, to: numbers + 2 * (digitCount + 1))
    _ = execve(path, words + 1, variables)
  }

  private static func write(_ number: UInt, to digits: UnsafeMutablePointer<CChar>) {
    var rest = number
    var position = digitCount
    while position > 0 {
      position -= 1
      digits[position] = CChar(0x30 + rest % 10)
      rest /= 10
    }
  }
}
