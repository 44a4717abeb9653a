import { type APIRequestContext, expect } from "@playwright/test";
import type { Challenge } from "altcha-lib/types";
import { raffleBody } from "../support/api.ts";
import { solveForApi } from "../support/robot-puzzle.ts";
import { organiserHeaders, ownAddress } from "./own-address.ts";

/** Creates a raffle over the API; answers its codes. Solves the puzzle that is asked once a run has made hundreds. */
export async function createRaffle(request: APIRequestContext, changes: Record<string, unknown> = {}) {
  const body = raffleBody(changes);
  const send = (altcha?: string) => request.post("/api/raffles", { data: { ...body, altcha }, headers: ownAddress() });
  const first = await send();
  const { challenge } = (await first.json()) as { challenge?: Challenge };
  const created = challenge ? await send(await solveForApi(challenge)) : first;
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
  const headers = organiserHeaders(raffle.codeId, raffle.accessCode);
  await request.patch(`/api/raffles/${raffle.codeId}`, { headers, data: { version: 1, ...dates } });
  return raffle;
}
