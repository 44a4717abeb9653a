import { Hono } from "hono";
import { z } from "zod";
import { issuePass, proveOrganiser } from "#src/access/organiser.ts";
import { rotateAccessCode } from "#src/access/rotate-access-code.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { deleteRaffle } from "#src/raffles/delete-raffle.ts";
import { readJson } from "./body.ts";
import { organiserOf } from "./organiser.ts";
import { passCookie } from "./organiser-pass.ts";
import { problem } from "./problem.ts";
import type { AddressOf, Site } from "./site.ts";

const PRIVATE = { "cache-control": "no-store" };
const accessInput = z.object({ accessCode: z.string().max(100) });

/** The organiser's authority over one raffle: prove the access code, renew it, delete the raffle. */
export function raffleAccessApi(site: Site, addressOf: AddressOf): Hono {
  const app = new Hono();

  app.post("/:idOrCode/access", async (c) => {
    const body = await readJson(c.req.raw);
    if (!body.ok) return problem(body.refusal);
    const input = accessInput.safeParse(body.value);
    if (!input.success) return problem({ reason: "body-invalid" });
    const scope = await proveOrganiser(
      { ...site, reader: site.db, address: addressOf(c), pass: c.req.header("cookie") },
      { raffle: c.req.param("idOrCode"), accessCode: input.data.accessCode },
    );
    if (!scope.ok) return problem(scope.refusal);
    return c.body(null, 204, { ...PRIVATE, ...(await passHeader(site, scope.value)) });
  });

  app.post("/:idOrCode/access-code", async (c) => {
    const scope = await organiserOf(site, c, addressOf(c));
    if (!scope.ok) return problem(scope.refusal);
    const outcome = await rotateAccessCode(site, scope.value);
    if (!outcome.ok) return problem(outcome.refusal);
    return c.json(outcome.value, 200, { ...PRIVATE, ...(await passHeader(site, scope.value)) });
  });

  app.delete("/:idOrCode", async (c) => {
    const scope = await organiserOf(site, c, addressOf(c));
    if (!scope.ok) return problem(scope.refusal);
    const outcome = await deleteRaffle(site, scope.value);
    return outcome.ok ? c.body(null, 204) : problem(outcome.refusal);
  });

  return app;
}

async function passHeader(site: Site, scope: OrganiserScope): Promise<Record<string, string>> {
  const pass = await issuePass({ ...site, reader: site.db }, scope);
  return pass ? { "set-cookie": passCookie(pass, site.config.origin) } : {};
}
