import Foundation
import ReduxLogTesting
import ReduxRecorder
import TestSupport
import Testing

/// Records a cart.
func record(
  _ path: String, _ actions: CartAction..., options: RecorderOptions = RecorderOptions()
) throws {
  let recorder = try Recorder(path: path, app: AppIdentity(name: CartApp.name), options: options)
  let reduce = recorder.recording(CartApp.reduce)
  var cart = Cart()
  recorder.start(cart)
  for action in actions { reduce(&cart, action) }
  recorder.close()
}
