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
  /// The place in the code where this process crashes, for a signal handler: nothing here allocates memory.
  ///
  /// `backtrace` and `dladdr` are looked up in advance: Glibc's module for Swift doesn't declare them, and Musl lacks one.
  extension Platform {
    private typealias Backtrace = @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, Int32) -> Int32
    private typealias ImageLookup = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32

    /// A frame of the stack.
    package struct Frame {
      /// The file name of the image that holds the code; valid as long as the process.
      package let image: UnsafePointer<CChar>
      /// The offset of the instruction from the image's start, in bytes.
      package let offset: UInt
    }

    private static let frameLimit = 64
    private static let backtrace = Atomic<UInt>(0)
    private static let imageLookup = Atomic<UInt>(0)
    private static let frames = Atomic<UInt>(0)

    /// Prepares `crashFrame`: looks up functions, and unwinds once, because that may load a library.
    static func prepareFrames() {
      guard frames.load(ordering: .relaxed) == 0, let program = dlopen(nil, RTLD_NOW) else { return }
      let memory = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: frameLimit + 4)
      guard let backtrace = dlsym(program, "backtrace"), let imageLookup = dlsym(program, "dladdr") else { return }
      _ = unsafeBitCast(backtrace, to: Backtrace.self)(memory, 1)
      self.backtrace.store(UInt(bitPattern: backtrace), ordering: .releasing)
      self.imageLookup.store(UInt(bitPattern: imageLookup), ordering: .releasing)
      frames.store(UInt(bitPattern: memory), ordering: .releasing)
    }

    /// The innermost frame outside of Swift's runtime and the system's libraries, at the time of a crash.
    ///
    /// - Returns: The frame; `nil` where the system offers no backtrace. Only a handler of crashes can call this: the frames
    ///   of its own image, up to the system's call of the handler, are left out.
    package static func crashFrame() -> Frame? {
      guard let memory = UnsafeMutablePointer<UnsafeMutableRawPointer?>(bitPattern: frames.load(ordering: .acquiring)),
        let backtrace = UnsafeRawPointer(bitPattern: backtrace.load(ordering: .acquiring)),
        let lookup = UnsafeRawPointer(bitPattern: imageLookup.load(ordering: .acquiring))
      else { return nil }
      let count = Int(unsafeBitCast(backtrace, to: Backtrace.self)(memory, Int32(frameLimit)))
      // The members of `Dl_info`: the path, the start, the nearest symbol and its address.
      let info = UnsafeMutableRawPointer(memory + frameLimit).bindMemory(to: UInt.self, capacity: 4)
      let find = unsafeBitCast(lookup, to: ImageLookup.self)
      var handler: UInt = 0
      // The index of the frame in which the system called the handler.
      var call = 0
      var index = 0
      while index < count {
        let address = UInt(bitPattern: memory[index])
        info[0] = 0
        info[1] = 0
        if let pointer = UnsafeRawPointer(bitPattern: address) { _ = find(pointer, info) }
        if index == 0 {
          handler = info[1]
        } else if call == 0 {
          if info[1] != handler { call = index }
        } else if let path = UnsafePointer<CChar>(bitPattern: info[0]) {
          var name = path
          if let slash = strrchr(path, 0x2f) { name = UnsafePointer(slash + 1) }
          // The first frame after the call holds the address of the fault, the others return addresses.
          let before: UInt = index - 1 == call ? 0 : 1
          if !isRuntime(name) { return Frame(image: name, offset: address - info[1] - before) }
        }
        index += 1
      }
      return nil
    }

    private static func isRuntime(_ name: UnsafePointer<CChar>) -> Bool {
      begins(name, "libswift") || begins(name, "lib_Foundation") || begins(name, "libFoundation")
        || begins(name, "libdispatch") || begins(name, "libsystem_") || begins(name, "libc.") || begins(name, "libc++")
        || begins(name, "libstdc++") || begins(name, "libm.") || begins(name, "libgcc_s") || begins(name, "libpthread")
        || begins(name, "ld-") || begins(name, "linux-vdso") || begins(name, "[vdso]") || begins(name, "Foundation")
    }

    private static func begins(_ name: UnsafePointer<CChar>, _ prefix: StaticString) -> Bool {
      var index = 0
      while index < prefix.utf8CodeUnitCount {
        // The name's end differs from every byte of a prefix.
        if UInt8(bitPattern: name[index]) != prefix.utf8Start[index] { return false }
        index += 1
      }
      return true
    }
  }
#endif
