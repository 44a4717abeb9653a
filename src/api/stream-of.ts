/** Makes a body of pieces: pulls the next only when the client has room, and stops when the client disconnects. */
export function streamOf<Piece>(pieces: AsyncGenerator<Piece, void>): ReadableStream<Piece> {
  return new ReadableStream({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await pieces.return();
    },
  });
}
