import { type APIRequestContext, expect } from "@playwright/test";
import { asOrganiser, raffleBody } from "../support/api.ts";
import { ownAddress } from "./own-address.ts";

/** Creates a raffle over the API; answers its codes. */
export async function createRaffle(request: APIRequestContext, changes: Record<string, unknown> = {}) {
  const created = await request.post("/api/raffles", { data: raffleBody(changes), headers: ownAddress() });
  expect(created.status()).toBe(201);
  const { codeId, accessCode } = (await created.json()) as { codeId: string; accessCode: string };
  return { codeId, accessCode };
}

/** Creates a raffle, and moves its dates into the past: a new one is refused such dates. */
export async function createClosedRaffle(
  request: APIRequestContext,
  { name, ...dates }: { readonly name?: string; readonly dueDate: string; readonly drawDate?: string },
) {
  const raffle = await createRaffle(request, name === undefined ? {} : { name });
  const headers = asOrganiser(raffle.codeId, raffle.accessCode);
  await request.patch(`/api/raffles/${raffle.codeId}`, { headers, data: { version: 1, ...dates } });
  return raffle;
}
