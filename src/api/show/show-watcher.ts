/** Somebody in the audience of a show. */
export type ShowWatcher = {
  /** What is sent: the first event, and then what is put. */
  readonly body: ReadableStream<Uint8Array>;
  /** Sends a state. Whoever reads slowly gets the newest alone. */
  put(message: Uint8Array): void;
  /** Sends a sign of life, unless something waits to be read. */
  beat(message: Uint8Array): void;
  /** Ends the stream. */
  stop(): void;
};

/** @param onLeft called once, when the stream ended or its reader left */
export function createShowWatcher(first: Uint8Array, onLeft: () => void): ShowWatcher {
  let waiting: Uint8Array | undefined;
  let sender: ReadableStreamDefaultController<Uint8Array> | undefined;
  const leave = () => {
    sender = undefined;
    onLeft();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        sender = controller;
        controller.enqueue(first);
      },
      pull() {
        if (waiting) sender?.enqueue(waiting);
        waiting = undefined;
      },
      cancel: leave,
    },
    { highWaterMark: 2 },
  );
  const hasRoom = () => (sender?.desiredSize ?? 0) > 0;
  return {
    body,
    put(message) {
      if (hasRoom()) sender?.enqueue(message);
      else waiting = message;
    },
    beat(message) {
      if (hasRoom()) sender?.enqueue(message);
    },
    stop() {
      if (!sender) return;
      sender.close();
      leave();
    },
  };
}
