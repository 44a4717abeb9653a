import type { APIRequestContext } from "@playwright/test";
import { raffleBody } from "../support/api.ts";
import { ownAddress } from "./own-address.ts";

/** Creates a raffle over the API; answers its codes. */
export async function createRaffle(request: APIRequestContext, changes: Record<string, unknown> = {}) {
  const created = await request.post("/api/raffles", { data: raffleBody(changes), headers: ownAddress() });
  const { codeId, accessCode } = (await created.json()) as { codeId: string; accessCode: string };
  return { codeId, accessCode };
}
