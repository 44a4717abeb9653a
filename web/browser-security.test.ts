import { beforeAll, describe, expect, it } from "vitest";
import { raffleBody } from "../tests/support/api.ts";
import { created } from "../tests/support/ask-site.ts";
import { pathsOf } from "../tests/support/route-paths.ts";
import { sharedSite } from "../tests/support/test-site.ts";
import routes from "./routes.ts";

const OTHER_ANSWERS = [
  "/api/raffles",
  "/api/openapi.json",
  "/locales/en/site.json",
  "/data/plans.en.json",
  "/healthz",
  "/favicon.svg",
];

let site: Awaited<ReturnType<typeof sharedSite>>;
let raffle: { codeId: string; accessCode: string };

beforeAll(async () => {
  site = await sharedSite();
  raffle = await created(site.origin, "/raffles", raffleBody());
});

function fill(path: string, known: boolean): string {
  return path
    .replace("*", "no/such/page")
    .replace(/:accessCode\??/, known ? raffle.accessCode : "AAAA")
    .replace(/:[a-zA-Z]+\??/g, known ? raffle.codeId : "AAAAAAAA");
}

/** The one cookie for scripts: whether the header leads to somebody's raffles. It proves nothing. */
const READ_BY_SCRIPTS = /^signed-in=(new|pass)?; Path=\/(; Max-Age=\d+)?; SameSite=Lax$/;

/** Paths of pages with a secret in the address, or of somebody's account. */
const SECRET = /:(accessCode|entryCode|token)|^\/(admin|profile|api-tokens|second-factor|change-email|delete-account)/;

const get = (path: string) => fetch(`${site.origin}${path}`, { redirect: "manual" });

describe.each(pathsOf(routes))("%s", (path) => {
  it.each([true, false])("answers with every safe header (of a raffle that exists: %s)", async (known) => {
    const { headers, status } = await get(fill(path, known));
    expect(status).toBeLessThan(500);
    const policy = headers.get("content-security-policy") ?? "";
    // A page that is only downloaded has a policy of its own in it, and as an answer of this site nothing of it runs.
    if (headers.get("content-disposition")?.startsWith("attachment")) {
      expect(policy).toBe("default-src 'none'; frame-ancestors 'none'");
    } else if (headers.get("content-type")?.startsWith("text/html")) {
      expect(policy).toMatch(/script-src 'self'( 'sha256-[A-Za-z0-9+/=]{44}')+;/);
      expect(policy).not.toMatch(/script-src[^;]*(unsafe|https?:|\*)/);
      expect(policy).toContain("form-action 'self'");
    }
    expect(policy).toContain("default-src");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    // Means something to a page and a file; a refusal in JSON has none of it.
    if (!headers.get("content-type")?.includes("json")) {
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("referrer-policy")).toMatch(/^(same-origin|no-referrer)$/);
      expect(headers.get("permissions-policy")).toContain(path === "/voucher/:code?" ? "camera=(self)" : "camera=()");
    }
    for (const cookie of headers.getSetCookie()) {
      expect(cookie).toMatch(cookie.startsWith("signed-in=") ? READ_BY_SCRIPTS : /; HttpOnly; SameSite=(Strict|Lax)/);
    }
    if (SECRET.test(path)) expect(headers.get("cache-control")).toBe("no-store");
  });

  it("refuses a form that another site sends", async () => {
    const headers = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
    const body = new URLSearchParams({ intent: "delete" });
    const answer = await fetch(`${site.origin}${fill(path, true)}`, { method: "POST", headers, body });
    expect(answer.status).toBe(403);
  });
});

it.each(OTHER_ANSWERS)("%s is data: nothing in it may run or be framed", async (path) => {
  const { headers, status } = await get(path);
  expect(status).toBe(200);
  expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});
