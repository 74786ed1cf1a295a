import Foundation
package import StateTree
import SystemSupport

/// A `chromedriver` process, and the commands of the WebDriver protocol that it takes over HTTP.
///
/// The processes end with this one, however it ends: a shell waits for the end of a pipe that only this process holds
/// open, then ends the driver, and the browser ends with the driver's own pipe. While it ends, it may still write.
package final class WebDriver: Sendable {
  private let port: UInt16
  private let shell: Int32
  private let pipe: Int32
  /// The folder for the browser's profile. The shell removes it at the end.
  package let folder: String

  private static let script = """
    # The browser would keep open the pipes of processes that other tests start: their ends would never come.
    for file in /proc/$$/fd/*; do [ "${file##*/}" -gt 2 ] && eval "exec ${file##*/}>&-"; done
    TMPDIR="$1" chromedriver --port=0 >"$1/log" 2>&1 </dev/null &
    driver=$!
    cat
    kill $driver
    wait $driver
    while rm -rf "$1"; sleep 0.5; [ -e "$1" ]; do :; done
    """

  /// Starts the process.
  ///
  /// - Throws: `WebDriverError`, or an error of the system.
  package init() throws {
    // The browser's socket is in this folder, and a socket's path may have 107 bytes.
    folder = "/tmp/reduxlog-browser-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let ends = try Platform.makePipe()
    shell = try Platform.start(
      "bash", ["bash", "-c", "exec >/dev/null 2>&1\n" + WebDriver.script, "bash", folder], input: ends.reading)
    Platform.closeDescriptor(ends.reading)
    pipe = ends.writing
    port = try WebDriver.port(in: folder + "/log")
  }

  deinit {
    Platform.closeDescriptor(pipe)
    _ = Platform.wait(for: shell)
  }

  /// Waits until the process has written its port.
  private static func port(in log: String) throws -> UInt16 {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      if let port = text.firstMatch(of: /started successfully on port ([0-9]+)\./).flatMap({ UInt16($0.1) }) {
        return port
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
    throw WebDriverError(command: "chromedriver", message: "it named no port within 30 seconds")
  }

  /// Sends a command.
  ///
  /// - Parameters:
  ///   - method: The HTTP method.
  ///   - path: The command's path, such as `/session`.
  ///   - body: The command's parameters, if it is a `POST`.
  /// - Returns: The value of the response.
  /// - Throws: `WebDriverError`, or an error of the connection.
  package func send(_ method: String, _ path: String, _ body: JSONValue = [:]) throws -> JSONValue {
    let response = try LocalConnection(port: port).body(of: method, path, method == "POST" ? body.compact : "")
    let value = try JSONValue(parsing: response)["value"] ?? .null
    if let message = value["message"]?.string, value["error"] != nil {
      throw WebDriverError(command: "\(method) \(path) \(body.compact)", message: message)
    }
    return value
  }
}
