import HostileInput

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What `REDUXLOG_FUZZ_TARGET` names.
private let target = getenv("REDUXLOG_FUZZ_TARGET").flatMap { InputTarget(rawValue: String(cString: $0)) }

/// Called by libFuzzer before anything else: writes the inputs to begin with into the folder that
/// `REDUXLOG_FUZZ_SEEDS` names.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  guard let target else { fatalError("REDUXLOG_FUZZ_TARGET names none of \(InputTarget.allCases.map(\.rawValue))") }
  guard let folder = getenv("REDUXLOG_FUZZ_SEEDS") else { return 0 }
  for (number, seed) in target.seeds.enumerated() {
    guard let file = fopen("\(String(cString: folder))/seed-\(number)", "w") else { continue }
    fwrite(seed, 1, seed.count, file)
    fclose(file)
  }
  return 0
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func take(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  if let trouble = target?.take(input) { fatalError("\(String(decoding: input, as: UTF8.self)): \(trouble)") }
  return 0
}
