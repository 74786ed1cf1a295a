#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Android
#endif

// tvOS and watchOS have no terminals.
#if !os(tvOS) && !os(watchOS)
  extension Platform {
    /// Makes a terminal for a program that this process starts and types for.
    ///
    /// - Parameters:
    ///   - columns: The columns of its window.
    ///   - rows: The rows.
    /// - Returns: The end of this process, and the program's.
    /// - Throws: `SystemError`.
    package static func makePseudoTerminal(
      columns: Int, rows: Int
    ) throws(SystemError) -> (controller: Int32, terminal: Int32) {
      let controller = systemOpen("/dev/ptmx", O_RDWR | O_NOCTTY)
      guard controller >= 0 else { throw SystemError("open") }
      do throws(SystemError) {
        let terminal = systemOpen(try name(ofTerminalOf: controller), O_RDWR | O_NOCTTY)
        guard terminal >= 0 else { throw SystemError("open") }
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
        return (controller, terminal)
      } catch {
        closeDescriptor(controller)
        throw error
      }
    }

    #if canImport(Darwin)
      private static func name(ofTerminalOf controller: Int32) throws(SystemError) -> String {
        guard grantpt(controller) == 0, unlockpt(controller) == 0, let name = ptsname(controller) else {
          throw SystemError("unlockpt")
        }
        return String(cString: name)
      }
    #else
      // The C library's functions for this are hidden from Swift. These are the requests that they make.
      private static let unlock: UInt = 0x4004_5431
      private static let number: UInt = 0x8004_5430

      private static func name(ofTerminalOf controller: Int32) throws(SystemError) -> String {
        var isLocked: Int32 = 0
        var name: UInt32 = 0
        guard ioctl(controller, unlock, &isLocked) == 0, ioctl(controller, number, &name) == 0 else {
          throw SystemError("ioctl")
        }
        return "/dev/pts/\(name)"
      }
    #endif
  }

  // A member of this name hides the function of the C library.
  private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
#endif
