import { z } from "zod";
import type { TokenPermission } from "#src/access/scope.ts";

/** A reference to a schema of components. */
export function schemaRef(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * Zod schemas as components. Where one contains another of them, it refers to it.
 *
 * @param io whether clients send them (`input`) or get them (`output`)
 */
export function componentsOf(schemas: Readonly<Record<string, z.ZodType>>, io: "input" | "output") {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) names.add(schema, { id });
  const described = z.toJSONSchema(names, {
    io,
    uri: (name) => schemaRef(name).$ref,
    unrepresentable: ({ zodSchema }) =>
      zodSchema._zod.def.type === "date" ? { type: "string", format: "date-time" } : "throw",
    override: ({ jsonSchema: schema }) => {
      // The format of an id says enough.
      if (schema.format === "uuid") delete schema.pattern;
      if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
      if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
      if (io === "input") return describeDefault(schema);
      delete schema.default;
      // Clients have to expect more fields than there are today.
      if (schema.additionalProperties === false) delete schema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries(described.schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  );
}

/**
 * Says a default in words: by the keyword, generators of clients take a field that may be left out for a required one.
 */
function describeDefault(schema: { default?: unknown; description?: string | undefined }): void {
  if (schema.default === undefined) return;
  const said = `If left out: ${JSON.stringify(schema.default)}.`;
  schema.description = schema.description === undefined ? said : `${schema.description} ${said}`;
  delete schema.default;
}

/** A JSON body or answer of this schema. */
export function jsonOf(schema: object) {
  return { content: { "application/json": { schema } } };
}

/** A request that sends this component as JSON. */
export function bodyOf(name: string) {
  return { required: true, ...jsonOf(schemaRef(name)) };
}

/** The response of a refused request: what it means, and when. */
export function refusal(description: string, schema = "Problem") {
  return { description, content: { "application/problem+json": { schema: schemaRef(schema) } } };
}

/** The header that may name the version that a change is based on. */
export const IF_MATCH = {
  name: "If-Match",
  in: "header",
  schema: { type: "string" },
  description: "The ETag, in place of `version`.",
};

/** The parameter of every list: where it goes on. */
export const AFTER = {
  name: "after",
  in: "query",
  description: "From the `Link: rel=next` of the part before; what is none leads past the end.",
  schema: { type: "string" },
};

/** The header by which a request can be sent again. */
export const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  schema: { type: "string", minLength: 16, maxLength: 255 },
  description:
    "Any POST but an entry's takes one: a UUID of the sender's. The same request with the same key is done once, and gets the " +
    "same answer for 24 hours, with `Idempotency-Replayed: true`. After a refusal the key is free again.",
};

/** The responses to a body and to a key that cannot be taken. */
export const KEY_REFUSALS = {
  409: refusal(
    "The request with this key is still being made: `Retry-After` says when to ask again. Or (`idempotency-key-unknown`) the site was " +
      "cut off while it made it: look whether it was done, before you send it with a new key.",
  ),
  422: refusal("A field needs attention, or another request had this key."),
};

/** The responses to every body that cannot be read. */
export const UNREADABLE = {
  400: refusal("Not JSON."),
  413: refusal("Too large."),
  415: refusal("Not sent as JSON."),
};

/** The response of requests that prove a code, after too many failures. */
export const TOO_MANY_WRONG = refusal(
  "Too many wrong codes. Where there is a `challenge`, send the same again with its solution in the header `x-altcha`, or wait " +
    "as long as `Retry-After` says; a raffle or event whose own code was guessed at makes wait alone.",
);

/** Who may do what an organiser may: by HTTP Basic, or by an API token that allows this permission. */
export function byOrganiser(permission: TokenPermission) {
  return [{ organiser: [] }, { token: [permission] }];
}

/** The response to a token that is none, or none any more. */
export const WRONG_TOKEN = { 401: refusal("No such API token, or it has ended.") };

/** The responses of what only a raffle's organiser may do. */
export const ORGANISER_REFUSALS = {
  ...WRONG_TOKEN,
  403: refusal("Not this raffle's access code, or the token does not allow it."),
  404: refusal("No such raffle."),
  429: TOO_MANY_WRONG,
};
