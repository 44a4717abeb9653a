import type { APIRequestContext } from "@playwright/test";
import { eventBody } from "../support/event.ts";
import { ownAddress } from "./own-address.ts";

/** Creates an event over the API; answers its codes. */
export async function createEvent(request: APIRequestContext, changes: Record<string, unknown> = {}) {
  const created = await request.post("/api/events", { data: eventBody(changes), headers: ownAddress() });
  const { code, accessCode } = (await created.json()) as { code: string; accessCode: string };
  return { code, accessCode };
}
