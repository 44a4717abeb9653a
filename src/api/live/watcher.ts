/** Headers of a stream of events. `x-accel-buffering` keeps proxies such as nginx from buffering them. */
export const LIVE_HEADERS = {
  "cache-control": "no-store",
  "content-type": "text/event-stream",
  "x-accel-buffering": "no",
};

/** How long a browser waits before it connects again, in ms. */
const COME_AGAIN_MS = 3000;

const encoder = new TextEncoder();

/** A server-sent event; the data is one line. */
export function eventOf(event: string, data: string): Uint8Array {
  return encoder.encode(`event: ${event}\ndata: ${data}\n\n`);
}

/** A comment, which only keeps the connection open. */
export const SIGN_OF_LIFE = encoder.encode(":\n\n");

/** Somebody who reads a stream of events. */
export type Watcher = {
  /** What is sent: when to connect again, and then what is put. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Sends an event. Slow readers get the newest alone. */
  put(message: Uint8Array): void;
  /** Sends a sign of life, unless something waits to be read. */
  beat(message: Uint8Array): void;
  /** Ends the stream, with a last event if one is given. */
  stop(last?: Uint8Array): void;
};

/** @param onLeft called once, when the stream ended or its reader left */
export function createWatcher(onLeft: () => void): Watcher {
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
        controller.enqueue(encoder.encode(`retry: ${COME_AGAIN_MS}\n\n`));
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
    body: body as ReadableStream<Uint8Array<ArrayBuffer>>,
    put(message) {
      if (hasRoom()) sender?.enqueue(message);
      else waiting = message;
    },
    beat(message) {
      if (hasRoom()) sender?.enqueue(message);
    },
    stop(last) {
      if (!sender) return;
      if (last) sender.enqueue(last);
      sender.close();
      leave();
    },
  };
}
