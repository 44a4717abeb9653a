export type BenchRaffle = {
  readonly id: string;
  readonly codeId: string;
  readonly accessCode: string;
  readonly ruleIds: readonly string[];
  readonly prizeIds: readonly string[];
};

/** Creates a raffle with four rules and four prizes, open for ten years. */
export async function createRaffle(origin: string, name: string): Promise<BenchRaffle> {
  const day = 86_400_000;
  const numbers = [1, 2, 3, 4];
  const answer = await fetch(`${origin}/api/raffles`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name: `The ${name} raffle`,
      details: "A raffle for measuring.",
      dueDate: new Date(Date.now() + 3650 * day).toISOString(),
      drawDate: new Date(Date.now() + 3651 * day).toISOString(),
      sources: "Online, Shop counter, Radio",
      rules: numbers.map((number) => ({ number, details: `Rule ${number}` })),
      prizes: numbers.map((number) => ({ prizeCode: `P${number}`, name: `Prize ${number}`, orderNumber: number })),
    }),
  });
  if (answer.status !== 201) throw new Error(await answer.text());
  return withLists(origin, (await answer.json()) as BenchRaffle);
}

/** Adds the ids of a raffle's rules and prizes to its codes. */
export async function withLists(
  origin: string,
  codes: Pick<BenchRaffle, "id" | "codeId" | "accessCode">,
): Promise<BenchRaffle> {
  const answer = await fetch(`${origin}/api/raffles/${codes.id}`);
  const { rules, prizes } = (await answer.json()) as Record<"rules" | "prizes", { id: string }[]>;
  return { ...codes, ruleIds: rules.map(({ id }) => id), prizeIds: prizes.map(({ id }) => id) };
}
