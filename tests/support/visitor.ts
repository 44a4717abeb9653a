import { appCode, keyShown } from "./authenticator.ts";

/** A simulated browser: it stores cookies, sends forms as a page does, and follows no redirect by itself. */
export type Visitor = {
  readonly jar: Map<string, string>;
  /** Opens a URL, or posts a form to it if there are fields. */
  ask(path: string, fields?: Readonly<Record<string, string>>): Promise<Response>;
  /** Opens a URL and follows redirects. Returns the final URL, the number of redirects, and the page. */
  visit(path: string): Promise<Visit>;
};

export type Visit = {
  readonly at: string;
  readonly steps: number;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
};

const MOST_STEPS = 5;
const PASSWORD = "mango street at noon";

/**
 * Opens a simulated browser.
 *
 * @param options.locale the language as browsers send it in Accept-Language
 * @param options.keepsCookies false for a browser that refuses cookies
 * @param options.fetchSite what it says of where a request comes from (Sec-Fetch-Site); old browsers say nothing
 */
export function openVisitor(
  origin: string,
  options: { locale?: string; keepsCookies?: boolean; fetchSite?: "none" | "same-origin" } = {},
): Visitor {
  const { locale = "en", keepsCookies = true, fetchSite } = options;
  const jar = new Map<string, string>();
  async function ask(path: string, fields?: Readonly<Record<string, string>>): Promise<Response> {
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const headers = { "accept-language": locale, cookie, ...(fetchSite && { "sec-fetch-site": fetchSite }) };
    const post = { method: "POST", body: new URLSearchParams(fields) };
    const sent = fields ? { ...post, headers: { ...headers, origin } } : { headers };
    const answer = await fetch(`${origin}${path}`, { redirect: "manual", ...sent });
    for (const cookie of keepsCookies ? answer.headers.getSetCookie() : []) {
      const [name = "", value = ""] = cookie.split(";")[0]?.split("=") ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }
  async function visit(path: string): Promise<Visit> {
    let at = path;
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      const answer = await ask(at);
      const { status, headers } = answer;
      const to = headers.get("location");
      if (!to) return { at, steps, status, headers, html: await answer.text() };
      at = to;
    }
    throw new Error(`${path} leads round and round.`);
  }
  return { jar, ask, visit };
}

/** Registers an account, which is then signed in. */
export async function registerVisitor({ ask }: Visitor, email: string): Promise<void> {
  const answer = await ask("/register", { username: "Aling Nena", email, password: PASSWORD, repeated: PASSWORD });
  if (answer.status !== 303) throw new Error(await answer.text());
}

/** Sets up the second factor for the registered account, as admins must. Returns the page that confirms it. */
export async function setUpVisitorsCodes({ ask }: Visitor): Promise<string> {
  const begun = await (await ask("/second-factor", { intent: "begin", password: PASSWORD })).text();
  return (await ask("/second-factor", { intent: "confirm", code: await appCode(keyShown(begun)) })).text();
}

/** What a page says: its text, without its scripts. */
export const textOf = (html: string): string =>
  html.replaceAll(/<script.*?<\/script>/gs, "").replaceAll(/<[^>]*>/g, "");
