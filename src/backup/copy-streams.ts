import type { PassThrough, Readable } from "node:stream";
import pg from "pg";

/** What the driver's connection can do beside its declared types. */
type SendingConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/** A query whose answer is a stream of bytes. The server waits while nobody reads them. */
export class CopyOut extends pg.Query {
  protected readonly out: PassThrough;
  #goOn: () => void = () => undefined;

  constructor(text: string, out: PassThrough) {
    super(text, (error) => {
      if (error) out.destroy(error);
      else out.end();
      // A stream that ends never says that it has room again, and the connection has other queries to answer.
      this.#goOn();
    });
    this.out = out;
    // An error that comes before anybody reads is met by whoever reads. The rest of an answer that nobody takes is
    // dropped.
    out.on("error", () => undefined).once("close", () => this.#goOn());
  }

  /** Which bytes of a part belong to the stream; all unless a subclass says otherwise. */
  protected bytesOf(chunk: Buffer): Buffer | undefined {
    return chunk;
  }

  /** Called by the driver with each part. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }, { stream }: pg.Connection): void {
    const bytes = this.bytesOf(chunk);
    if (bytes === undefined || this.out.destroyed) return;
    // A copy, since the driver reuses its buffer.
    if (this.out.write(Buffer.from(bytes)) || stream.isPaused()) return;
    stream.pause();
    this.#goOn = () => stream.resume();
    this.out.once("drain", this.#goOn);
  }
}

/**
 * Runs a `copy ... from stdin` with these bytes. It reads no faster than the server takes them.
 *
 * @throws the server's error, or that of the stream; the statement has failed then
 */
export function copyIn(client: pg.Client, text: string, bytes: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(text, bytes, (error) => (error ? reject(error) : resolve())));
  });
}

class CopyIn extends pg.Query {
  readonly #bytes: Readable;
  #failed = false;

  constructor(text: string, bytes: Readable, done: (error: Error | null | undefined) => void) {
    super(text, (error) => {
      this.#failed = true;
      // Nobody takes the rest: what it is read from has to end too.
      if (error) bytes.destroy();
      done(error);
    });
    this.#bytes = bytes;
  }

  /** Called by the driver when the server is ready for bytes. */
  handleCopyInResponse(connection: SendingConnection): void {
    void this.#send(connection).catch((error: Error) => {
      if (!this.#failed) connection.sendCopyFail(error.message);
    });
  }

  async #send(connection: SendingConnection): Promise<void> {
    const { stream } = connection;
    for await (const chunk of this.#bytes) {
      if (this.#failed || !stream.writable) return;
      connection.sendCopyFromChunk(chunk as Buffer);
      if (stream.writableNeedDrain) await drained(stream);
    }
    if (!this.#failed) connection.endCopyFrom();
  }
}

/** Waits until a socket has room again, or is closed. */
function drained(stream: pg.Connection["stream"]): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stream.off("drain", go).off("close", go);
      resolve();
    };
    stream.on("drain", go).on("close", go);
  });
}
