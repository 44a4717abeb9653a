/** What asks a site's API: a test API, or a site's process. */
export type Asks = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ readonly status: number; readonly body: unknown }>;

/** Asks a site that runs in a process of its own. */
export function askSite(origin: string): Asks {
  return async (method, path, body, headers = {}) => {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
}

/** The id and the codes of a raffle, an entry or an event, whichever was created. */
export type Created = Readonly<Record<"id" | "codeId" | "accessCode" | "entryCode" | "code", string>>;

/** Creates something by the API of a site that runs in a process of its own. Throws unless it answers 201. */
export async function created(origin: string, path: string, sent: object): Promise<Created> {
  const { status, body } = await askSite(origin)("POST", path, sent);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body as Created;
}
