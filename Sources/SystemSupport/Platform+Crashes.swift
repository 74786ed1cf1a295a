import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Android
#endif

// tvOS and watchOS prohibit starting programs. Only the command needs this.
#if !os(tvOS) && !os(watchOS)
  /// Crashes of this process. A signal handler can't allocate memory or take a lock: everything that it uses is made before
  /// and never released.
  extension Platform {
    /// The program that replaces this process when it crashes, as addresses of C arrays: its path and arguments, its
    /// variables.
    private static let successor = Atomic<UInt>(0)
    private static let successorVariables = Atomic<UInt>(0)
    /// The address of the numbers in the last variable.
    private static let successorNumbers = Atomic<UInt>(0)
    private static let digitCount = 20

    /// Prepares what `executeSuccessor` executes: this program again, with other variables.
    ///
    /// - Parameters:
    ///   - environment: The variables.
    ///   - numbers: The name of one more, whose value is three numbers with commas between them.
    package static func prepareForCrash(environment: [String: String], numbers: String) {
      let zeros = Array(repeating: String(repeating: "0", count: digitCount), count: 3).joined(separator: ",")
      let variables = environment.map { "\($0.key)=\($0.value)" } + ["\(numbers)=\(zeros)"]
      let array = leakedStrings(variables)
      if let last = array[variables.count - 1] {
        successorNumbers.store(UInt(bitPattern: last) + UInt(numbers.utf8.count) + 1, ordering: .releasing)
      }
      successorVariables.store(UInt(bitPattern: array), ordering: .releasing)
      successor.store(UInt(bitPattern: leakedStrings([ownExecutable] + CommandLine.arguments)), ordering: .releasing)
    }

    private static func leakedStrings(_ texts: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
      Unmanaged.passRetained(CStrings(texts)).takeUnretainedValue().pointers
    }

    /// Calls a handler when this process crashes, on a stack of its own in case this thread has exhausted its own.
    ///
    /// When the handler returns, the signal takes its default effect.
    package static func handleCrashes(_ handler: @escaping @convention(c) (Int32) -> Void) {
      var stack = stack_t()
      if sigaltstack(nil, &stack) == 0, stack.ss_sp == nil {
        stack = stack_t()
        stack.ss_size = 1 << 16
        stack.ss_sp = malloc(1 << 16)
        sigaltstack(&stack, nil)
      }
      for signal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
        handle(signal, flags: Int(SA_ONSTACK) | Int(SA_NODEFER) | Int(SA_RESETHAND), handler)
      }
    }

    /// Replaces this process with the program that `prepareForCrash` prepared; for a handler of crashes.
    package static func executeSuccessor(_ first: UInt, _ second: UInt, _ third: UInt) {
      typealias Strings = UnsafePointer<UnsafeMutablePointer<CChar>?>
      guard let words = Strings(bitPattern: successor.load(ordering: .acquiring)),
        let variables = Strings(bitPattern: successorVariables.load(ordering: .acquiring)),
        let numbers = UnsafeMutablePointer<CChar>(bitPattern: successorNumbers.load(ordering: .acquiring)),
        let path = words[0]
      else { return }
      write(first, to: numbers)
      write(second, to: numbers + digitCount + 1)
      write(third, to: numbers + 2 * (digitCount + 1))
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
#endif
