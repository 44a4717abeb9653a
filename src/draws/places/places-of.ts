/**
 * The places of all tickets, as they are stored (places.ts): a text for each part of the list.
 *
 * @param rankings of the prizes in the plan's order, each whole
 * @param list.count how many tickets the list has
 * @param list.partSize how many of them are in a part
 */
export function placesOf(
  rankings: readonly Uint32Array[],
  { count, partSize }: { readonly count: number; readonly partSize: number },
): string[] {
  const ofTickets: number[][] = Array.from({ length: count }, () => []);
  for (const [prize, ranking] of rankings.entries()) {
    for (const [index, ticket] of ranking.entries()) ofTickets[ticket - 1]?.push(prize, index + 1);
  }
  return Array.from({ length: Math.ceil(count / partSize) }, (_, part) =>
    JSON.stringify(ofTickets.slice(part * partSize, (part + 1) * partSize)),
  );
}
