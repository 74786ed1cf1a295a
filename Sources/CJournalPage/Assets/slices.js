// Work in slices, between which the browser paints and handles input.

/** Lets the browser paint and handle input. Long work calls it every few milliseconds. */
function pause() {
  return new Promise((resume) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resume();
    };
    channel.port2.postMessage(null);
  });
}

// Half of a frame, so that a step's own work fits in beside it.
const sliceMilliseconds = 8;

/** Measures a slice of work, so that no slice blocks the page. */
class Slice {
  constructor(signal) {
    this.signal = signal;
    this.end = performance.now() + sliceMilliseconds;
  }

  get isOver() {
    return performance.now() > this.end;
  }

  async rest() {
    await pause();
    this.signal?.throwIfAborted();
    this.end = performance.now() + sliceMilliseconds;
  }
}
