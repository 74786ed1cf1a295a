import HostileInput

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The target that `REDUXLOG_FUZZ_TARGET` names.
let target = getenv("REDUXLOG_FUZZ_TARGET").flatMap { InputTarget(rawValue: String(cString: $0)) }

/// Processes an input. libFuzzer calls it with each.
@_cdecl("LLVMFuzzerTestOneInput")
public func take(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  if let trouble = target?.take(input) { fatalError("\(String(decoding: input, as: UTF8.self)): \(trouble)") }
  return 0
}
