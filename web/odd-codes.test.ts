import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestSite, type TestSite } from "../tests/support/test-site.ts";
import { openVisitor } from "../tests/support/visitor.ts";
import routes from "./routes.ts";

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMITS: "off" });
});

afterAll(() => site.stop());

type Route = { readonly path?: string | undefined; readonly children?: readonly Route[] | undefined };

/** The paths of a site's screens that take a code. */
function pathsWithCodes(all: readonly Route[]): string[] {
  return all.flatMap(({ path, children = [] }) => [
    ...(path?.includes(":") ? [path] : []),
    ...pathsWithCodes(children),
  ]);
}

it.each(["%00", "%F0%9F%98%80", "%0d%0aX:1", "%C3%B1", "%2F%2Fevil.example"])(
  "no screen breaks where a code is %s",
  async (code) => {
    const visitor = openVisitor(site.origin);
    const paths = pathsWithCodes(routes).map((path) => `/${path.replace(/:\w+\??/g, code)}`);
    expect(paths.length).toBeGreaterThan(50);
    const broken: string[] = [];
    for (const path of paths) {
      for (const [method, form] of [["GET"], ["POST", {}]] as const) {
        const { status, headers } = await visitor.ask(path, form);
        const location = headers.get("location") ?? "/";
        if (status >= 500 || !location.startsWith("/")) broken.push(`${method} ${path}: ${status} ${location}`);
      }
    }
    expect(broken).toEqual([]);
  },
);

it("leads on to the same raffle, with its code as it was sent", async () => {
  const visitor = openVisitor(site.origin);
  const leadsTo = async (path: string, form?: Record<string, string>) =>
    (await visitor.ask(path, form)).headers.get("location");
  expect(await leadsTo("/counter/%F0%9F%98%80/A")).toBe("/counter/%F0%9F%98%80");
  expect(await leadsTo("/helping/%00/slips")).toBe("/helping/%00");
  expect(await leadsTo("/helping/%0D%0AX:1", {})).toBe("/raffle/%0D%0AX%3A1");
});
