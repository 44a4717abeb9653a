import type { Hono, MiddlewareHandler } from "hono";

/** An operation of OpenAPI, but for its path and method: these are its route's, and cannot differ from it. */
export type Operation = {
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly object[];
  /** Those of the query and of headers. */
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<number, object>>;
};

export type Operations = Readonly<Record<string, Operation>>;

/** Each parameter of a path, by its name in routes. */
const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  idOrCode: "A raffle's id or its code, in any case.",
  entryCode: "The entry's code, in any case.",
  code: "An event's code, in any case.",
  batch: "The id of a batch of codes.",
  row: "The id of a grant in the ledger.",
  webhook: "A webhook's id.",
  seal: "A ticket's seal, in 64 hex digits.",
  delivery: "The message's `webhook-id`.",
};

const OPERATIONS = new WeakMap<object, Operation>();

/** Stands before a route's handler, and describes it in the API's document. */
export function described(operation: Operation): MiddlewareHandler {
  const pass: MiddlewareHandler = (_, next) => next();
  OPERATIONS.set(pass, operation);
  return pass;
}

/**
 * The `paths` of OpenAPI of all described routes of an app that is mounted at /api, in their order. Throws for a path
 * whose parameter has no description.
 */
export function pathsOf(app: Pick<Hono, "routes">): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, handler } of app.routes) {
    const operation = OPERATIONS.get(handler);
    if (!operation) continue;
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    const parameters = [...names.map(pathParameter), ...(operation.parameters ?? [])];
    const place = `/api${path.replace(/:(\w+)/g, "{$1}")}`;
    paths[place] = { ...paths[place], [method.toLowerCase()]: { ...operation, parameters } };
  }
  return paths;
}

function pathParameter(name: string) {
  const description = PATH_PARAMETERS[name];
  if (description === undefined) throw new Error(`The API's document describes no parameter "${name}" of paths.`);
  return { name, in: "path", required: true, description, schema: { type: "string" } };
}
