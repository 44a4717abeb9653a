/** A reference to a schema of components. */
export function schemaRef(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

/** A JSON body or answer of this schema. */
export function jsonOf(schema: object) {
  return { content: { "application/json": { schema } } };
}

/** The response of a refused request: what it means, and when. */
export function refusal(description: string, schema = "Problem") {
  return { description, content: { "application/problem+json": { schema: schemaRef(schema) } } };
}

/** A text of at most `maxLength` characters; a required one needs `minLength: 1` in `more`. */
export function text(maxLength: number, more: object = {}) {
  return { type: "string", maxLength, ...more };
}

/** A parameter in the path. */
export function pathParameter(name: string, description: string) {
  return { name, in: "path", required: true, description, schema: { type: "string" } };
}

/** The response of requests that prove a code, after too many failures. */
export const TOO_MANY_WRONG = refusal(
  "Too many wrong codes. Where there is a `challenge`, send the same again with its solution in the header `x-altcha`, or wait " +
    "as long as `Retry-After` says; a raffle or event whose own code was guessed at makes wait alone.",
);
