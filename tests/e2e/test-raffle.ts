import { type APIRequestContext, expect } from "@playwright/test";
import { asOrganiser, entryBody, raffleBody } from "../support/api.ts";
import { ownAddress } from "./own-address.ts";

/** Creates a raffle over the API; answers its codes. */
export async function createRaffle(request: APIRequestContext, changes: Record<string, unknown> = {}) {
  const created = await request.post("/api/raffles", { data: raffleBody(changes), headers: ownAddress() });
  expect(created.status()).toBe(201);
  const { codeId, accessCode } = (await created.json()) as { codeId: string; accessCode: string };
  return { codeId, accessCode };
}

type ClosedRaffle = {
  readonly name?: string;
  readonly dueDate: string;
  readonly drawDate?: string;
  /** How many people enter it; one without rules has them in play. */
  readonly entries?: number;
};

/** Creates a raffle, and moves its dates into the past: a new one is refused such dates. */
export async function createClosedRaffle(request: APIRequestContext, { name, entries = 0, ...dates }: ClosedRaffle) {
  const raffle = await createRaffle(request, {
    ...(name !== undefined && { name }),
    ...(entries > 0 && { rules: [] }),
  });
  for (let entry = 0; entry < entries; entry += 1) {
    await request.post(`/api/raffles/${raffle.codeId}/entries`, { data: entryBody(), headers: ownAddress() });
  }
  const headers = asOrganiser(raffle.codeId, raffle.accessCode);
  await request.patch(`/api/raffles/${raffle.codeId}`, { headers, data: { version: 1, checkMinutes: 0, ...dates } });
  return raffle;
}
