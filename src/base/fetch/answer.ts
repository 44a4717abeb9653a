/** The bytes of an answer, or nothing of one that is longer; it is not read to its end then. */
export async function readAtMost(most: number, body: AsyncIterable<Uint8Array> | null): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > most) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Why there is no answer. `fetch` says of every lost connection "fetch failed"; its cause has the code. */
export function whyNoAnswer(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: unknown } };
  return typeof cause?.code === "string" ? cause.code : message;
}
