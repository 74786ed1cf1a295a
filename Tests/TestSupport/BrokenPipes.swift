import Foundation

/// Makes the tests' writes to a process that has ended an error: the signal would end all tests.
package let brokenPipesAreErrors: Void = {
  signal(SIGPIPE, SIG_IGN)
}()
