import HostileInput

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes the seed inputs to the folder `REDUXLOG_FUZZ_SEEDS`. libFuzzer calls it first.
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
