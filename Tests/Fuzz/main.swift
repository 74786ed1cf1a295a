// SwiftPM puts an executable's own `main` in the place of libFuzzer's, so this one calls what that would have called.

/// libFuzzer's way in for programs with a `main` of their own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ take: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private var count = CommandLine.argc
private var arguments = CommandLine.unsafeArgv
_ = runFuzzer(&count, &arguments) { take($0, $1) }
