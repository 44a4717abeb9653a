/** A reference to a schema of components. */
export function schemaRef(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

/** A JSON body or answer of this schema. */
export function jsonOf(schema: object) {
  return { content: { "application/json": { schema } } };
}

/** A refused request: what it means, and when. */
export function refusal(description: string, schema = "Problem") {
  return { description, content: { "application/problem+json": { schema: schemaRef(schema) } } };
}

/** A text of at most `maxLength` characters; at least one is demanded of required ones. */
export function text(maxLength: number, more: object = {}) {
  return { type: "string", maxLength, ...more };
}

/** A parameter in the path. */
export function pathParameter(name: string, description: string) {
  return { name, in: "path", required: true, description, schema: { type: "string" } };
}
