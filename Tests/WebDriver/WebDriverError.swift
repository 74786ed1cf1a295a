/// A command that the driver or the page refused.
package struct WebDriverError: Error, CustomStringConvertible {
  package var command: String
  package var message: String

  package init(command: String, message: String) {
    self.command = command
    self.message = message
  }

  package var description: String { "\(message.prefix(while: { $0 != "\n" }))\n  in: \(command.prefix(500))" }
}
