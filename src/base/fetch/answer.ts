/** The bytes of an answer, or nothing of one that is longer; it is not read to its end then. */
export async function readAtMost(most: number, body: AsyncIterable<Uint8Array> | null): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Why there is no answer. `fetch` says of every lost connection "fetch failed"; its cause has the code. */
export function whyNoAnswer(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: unknown } };
  return typeof cause?.code === "string" ? cause.code : message;
}
