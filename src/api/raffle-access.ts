import { type Context, Hono } from "hono";
import { z } from "zod";
import { rotateAccessCode } from "#src/access/codes/rotate-access-code.ts";
import { issuePass, proveOrganiser } from "#src/access/organiser.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { passCookie } from "#src/http/organiser-cookies.ts";
import { problem } from "#src/http/problem.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { deleteRaffle } from "#src/raffles/lifecycle/delete-raffle.ts";
import { readJson } from "./body.ts";
import { NO_STORE } from "./headers/no-store.ts";
import { described } from "./openapi/described.ts";
import { raffleOperations } from "./openapi/raffle-operations.ts";
import { organiserOf, solutionOf } from "./organiser.ts";

/** The proof of an access code. */
export const accessInput = z.object({
  accessCode: z.string().max(100).describe("In any case."),
  trust: z.boolean().optional().describe("Whether this browser stays proved for weeks, in place of a day."),
});

/** An organiser's access to one raffle: proves the access code, renews it, deletes the raffle. */
export function raffleAccessApi(site: Site, addressOf: AddressOf): Hono {
  const app = new Hono();

  app.post("/:idOrCode/access", described(raffleOperations.access), async (c) => {
    const body = await readJson(c.req.raw);
    if (!body.ok) return problem(body.refusal);
    const input = accessInput.safeParse(body.value);
    if (!input.success) return problem({ reason: "body-invalid" });
    const scope = await proveOrganiser(
      { ...site, reader: site.db, address: addressOf(c), solution: solutionOf(c), pass: c.req.header("cookie") },
      { raffle: c.req.param("idOrCode"), accessCode: input.data.accessCode },
    );
    if (!scope.ok) return problem(scope.refusal);
    await leavePass(site, c, scope.value, input.data.trust);
    return c.body(null, 204, NO_STORE);
  });

  app.post("/:idOrCode/access-code", described(raffleOperations.accessCode), async (c) => {
    const scope = await organiserOf(site, c, addressOf(c), "never");
    if (!scope.ok) return problem(scope.refusal);
    const outcome = await rotateAccessCode(site, scope.value);
    if (!outcome.ok) return problem(outcome.refusal);
    await leavePass(site, c, scope.value);
    return c.json(outcome.value, 200, NO_STORE);
  });

  app.delete("/:idOrCode", described(raffleOperations.remove), async (c) => {
    const scope = await organiserOf(site, c, addressOf(c), "manage-raffle");
    if (!scope.ok) return problem(scope.refusal);
    const outcome = await deleteRaffle(site, scope.value);
    return outcome.ok ? c.body(null, 204) : problem(outcome.refusal);
  });

  return app;
}

async function leavePass(site: Site, c: Context, scope: OrganiserScope, trust = false): Promise<void> {
  const cookies = c.req.header("cookie") ?? "";
  for (const cookie of await issuePass({ ...site, reader: site.db }, scope, { cookies, trust })) {
    c.header("set-cookie", passCookie(cookie, site.config.origin), { append: true });
  }
}
