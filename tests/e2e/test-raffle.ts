import type { APIRequestContext } from "@playwright/test";
import { raffleBody } from "../support/api.ts";

/** Creates a raffle over the API; answers its code and what the API says of it. */
export async function createRaffle(request: APIRequestContext, changes: Record<string, unknown> = {}) {
  const created = await request.post("/api/raffles", { data: raffleBody(changes) });
  const { codeId } = (await created.json()) as { codeId: string };
  return { codeId };
}
