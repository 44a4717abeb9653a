import { expect, type Locator, type Page, type Request, type Route } from "@playwright/test";

/** A form as a test drives it. */
export type DrivenForm = {
  /** Opens its page, with all that it needs, and fills it in: each time as somebody who was not there before. */
  readonly open: (page: Page) => Promise<void>;
  readonly press: (page: Page, taps?: number) => Promise<void>;
  /** What is said where it could not be sent; empty where the site has no words of its own for the form. */
  readonly failed: string;
  /** What is said instead where there is no connection, of a form that this browser can store until there is one. */
  readonly offline?: RegExp;
  /** Whether the page asks the site what became of it, where no answer came. */
  readonly asks?: true;
  /** Whether it can be taken once alone: a second press of what was taken is another refusal. */
  readonly once?: true;
  /** The fields that were typed into, and what was typed. */
  readonly typed?: (page: Page) => readonly (readonly [Locator, string])[];
};

/** What is said of typed text: after a form, or after the check whether the site is there. */
const SAYS_KEPT = /what you typed is still here|was sent/i;

type Fault = (route: Route) => Promise<void>;

const text = (status: number, headers = {}) => ({
  status,
  contentType: "text/plain",
  body: "upstream says no",
  headers,
});

/** What a connection, a proxy, a crowded site and an upgrade make of a request. */
export const FAULTS = {
  "no connection": (route) => route.abort(),
  "429": (route) => route.fulfill(text(429)),
  // Short, for a form that tries again by itself.
  "503": (route) => route.fulfill(text(503, { "retry-after": "0.01" })),
  "500": (route) => route.fulfill(text(500)),
  "a page of nobody's": (route) => route.fulfill({ status: 404, contentType: "text/html", body: "<h1>nginx</h1>" }),
  upgraded: (route) => route.fulfill({ status: 204, headers: { "x-remix-reload-document": "true" } }),
} as const satisfies Readonly<Record<string, Fault>>;

/** What a form needs to be sent and answered; without pictures and fonts it looks worse, and works. */
const NEEDED: ReadonlySet<string> = new Set(["fetch", "xhr", "script", "stylesheet"]);

/** Names a request without what is new each time: codes, ids and the version of a script. */
function nameOf(request: Request): string {
  const { pathname } = new URL(request.url());
  return `${request.method()} ${pathname}`;
}

/** Presses the last button of that name on the page, or the last switch, as often as somebody in a hurry does. */
export const press =
  (name: string | RegExp, role: "button" | "switch" = "button") =>
  (page: Page, clickCount = 1) =>
    page
      .locator("main")
      .getByRole(role, { name })
      .and(page.locator(":not(.visually-hidden)"))
      .last()
      .click({ clickCount });

/**
 * Every request that the form makes where three taps press it, in the page where it is sent and taken; the page that
 * comes after it is another.
 */
export async function requestsOf(page: Page, form: DrivenForm): Promise<string[]> {
  await form.open(page);
  const made: string[] = [];
  let hasLeft = false;
  const note = (request: Request) => {
    // A page that is asked for, and where an answer leads on to: nothing stands between that and its answer.
    hasLeft ||= request.isNavigationRequest();
    const isWay = hasLeft || request.redirectedFrom() !== null;
    if (!isWay && NEEDED.has(request.resourceType())) made.push(nameOf(request));
  };
  page.on("request", note);
  const posted = page.waitForResponse((response) => response.request().method() === "POST");
  await form.press(page, 3);
  await posted;
  // React Router, where there is one, has taken the answer and loaded what it changes.
  await expect(page.locator(".ripple[data-busy=true]")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  page.off("request", note);
  return made;
}

/** Replays the form with each fault at each of its requests: it stays, and says beside the button what happened. */
export async function expectPreserved(
  page: Page,
  form: DrivenForm,
  requests: readonly string[],
  all: Readonly<Record<string, Fault>> = FAULTS,
): Promise<void> {
  await form.open(page);
  let loads = 0;
  page.on("domcontentloaded", () => {
    loads += 1;
  });
  // The requests of this page have codes of their own. What fails at the form itself comes first, while nothing is
  // taken.
  const methods = new Set(requests.map((request) => request.split(" ")[0] ?? ""));
  const kinds = [...methods].sort((one, other) => Number(other === "POST") - Number(one === "POST"));
  for (const method of kinds) {
    const faults = Object.entries(all);
    for (const [fault, answer] of method !== "POST" && form.once ? faults.slice(0, 1) : faults) {
      await faultAt(page, method, answer, async () => {
        await form.press(page);
        if (form.offline && method === "POST" && fault === "no connection") {
          await expect(page.getByRole("status").getByText(form.offline)).toBeVisible();
          return;
        }
        const said = page.locator("[data-said]");
        await expect(said, `${method}, ${fault}`).toBeVisible();
        if (form.asks && method === "POST") {
          await expect(said, fault).toContainText(/do not know yet|was not done|please reload/i);
          return;
        }
        if (method === "POST") await expect(said, fault).toContainText(form.failed);
        if (fault === "no connection") await expect(said, method).toContainText(/did not answer|was sent/i);
        if (form.typed) await expect(said, fault).toContainText(SAYS_KEPT);
      });
      for (const [field, typed] of form.typed?.(page) ?? [])
        await expect(field, `${method}, ${fault}`).toHaveValue(typed);
      await expect(page.getByText(/unexpected|nginx|upstream|error!/i)).toHaveCount(0);
    }
    expect(loads, `${method}: the page stays`).toBe(0);
  }
}

/** Answers the requests of one method with a fault, while something is done. */
async function faultAt(page: Page, method: string, answer: Fault, work: () => Promise<void>): Promise<void> {
  const handler = async (route: Route) => {
    if (route.request().method() === method) await answer(route);
    else await route.fallback();
  };
  await page.route("**/*", handler);
  await work();
  await page.unroute("**/*", handler);
}
