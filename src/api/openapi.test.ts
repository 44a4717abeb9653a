import { describe, expect, it } from "vitest";
import { TRAP_FIELD } from "#src/entries/limits.ts";
import { asOrganiser, entryBody, raffleBody } from "../../tests/support/api.ts";
import { eventBody } from "../../tests/support/event.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";

type Schema = {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  maxLength?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
};
type Media = { content?: Record<string, { schema: Schema }> };
type Operation = {
  summary: string;
  parameters?: { name: string; in: string }[];
  requestBody?: Media;
  responses: Record<string, Media>;
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const api = await openTestApi({ ORIGIN: "https://raffles.example" });
const document = (await (await api.send("GET", "/openapi.json")).json()) as Document;

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.replace("#/components/schemas/", "");
  if (name === undefined) return schema;
  const found = document.components.schemas[name];
  if (!found) throw new Error(`No schema ${schema.$ref}`);
  return resolve(found);
}

/** All differences between an answer and its schema, including properties that the schema does not know. */
function faultsOf(value: unknown, deps: Schema, path = "$"): string[] {
  const schema = resolve(deps);
  if (schema.allOf) {
    const properties = Object.assign({}, ...schema.allOf.map((part) => resolve(part).properties));
    return faultsOf(value, { type: "object", properties }, path);
  }
  if (schema.const !== undefined) return value === schema.const ? [] : [`${path} is not ${schema.const}`];
  if (schema.enum) return schema.enum.includes(value) ? [] : [`${path} is none of its options`];
  if (schema.type === "array") {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((item, index) => faultsOf(item, schema.items ?? {}, `${path}.${index}`));
  }
  if (schema.type === "object") return faultsOfObject(value as Record<string, unknown>, schema, path);
  if (schema.type === "integer") return Number.isInteger(value) ? [] : [`${path} is no integer`];
  if (schema.type === "boolean") return typeof value === "boolean" ? [] : [`${path} is no boolean`];
  if (schema.type !== "string") return [];
  if (typeof value !== "string") return [`${path} is no text`];
  if (schema.format === "date-time" && new Date(value).toISOString() !== value) return [`${path} is no moment`];
  return new RegExp(schema.pattern ?? "").test(value) ? [] : [`${path} has not its form`];
}

function faultsOfObject(value: Record<string, unknown>, { properties = {} }: Schema, path: string): string[] {
  const keys = new Set([...Object.keys(value), ...Object.keys(properties)]);
  return [...keys].flatMap((key) => {
    if (!properties[key]) return [`${path}.${key} is not described`];
    return key in value ? faultsOf(value[key], properties[key], `${path}.${key}`) : [`${path}.${key} is missing`];
  });
}

function answerSchema(method: string, path: string, status: number): Schema {
  const schema = document.paths[path]?.[method]?.responses[status]?.content?.["application/json"]?.schema;
  if (!schema) throw new Error(`No answer ${status} of ${method} ${path}`);
  return schema;
}

describe("the API's description", () => {
  it("is OpenAPI 3.1 for this site", () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { title: "Tambiolo API" },
      servers: [{ url: "https://raffles.example" }],
    });
  });

  it("refers to nothing that it does not have, and has nothing that is not referred to", () => {
    const referred = new Set(JSON.stringify(document).match(/(?<=#\/components\/schemas\/)\w+/g));
    expect([...referred].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted());
  });

  it("names every parameter of its paths", () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values(operations)) {
        expect(operation.summary).toBeTruthy();
        expect((operation.parameters ?? []).filter((one) => one.in === "path").map((one) => one.name)).toEqual(named);
      }
    }
  });

  it("describes paths that exist", async () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      const address = path.replace("/api", "").replace(/\{\w+\}/g, "NOSUCHCO");
      for (const method of Object.keys(operations)) {
        const response = await api.send(method.toUpperCase(), address, method === "get" ? undefined : {});
        const { code } = (await response.json()) as { code?: string };
        expect([method, path, code]).not.toEqual([method, path, "not-found"]);
        expect(Object.keys(operations[method]?.responses ?? {})).toContain(String(response.status));
      }
    }
  });

  it("is right about what is required", async () => {
    for (const [path, schema] of [
      ["/raffles", "RaffleInput"],
      ["/raffles/{}/entries", "EntryInput"],
      ["/events", "EventInput"],
    ] as const) {
      const raffle = await api.createRaffle({ facebookLink: "optional", instagramLink: "optional" });
      const response = await api.send("POST", path.replace("{}", raffle.codeId), {});
      const { errors } = (await response.json()) as { errors: object };
      expect(Object.keys(errors).toSorted()).toEqual(document.components.schemas[schema]?.required?.toSorted());
    }
  });

  it("is right about every answer, to the last field", async () => {
    const created = await api.send("POST", "/raffles", raffleBody());
    const { codeId, accessCode } = (await created.clone().json()) as { codeId: string; accessCode: string };
    const organiser = asOrganiser(codeId, accessCode);
    const joined = await api.send("POST", `/raffles/${codeId}/entries`, entryBody());
    const { entryCode } = (await joined.clone().json()) as { entryCode: string };
    const event = await api.send("POST", "/events", eventBody());
    const { code, accessCode: eventAccess } = (await event.clone().json()) as { code: string; accessCode: string };
    const change = await api.send("PATCH", `/events/${code}`, { title: "Bingo" }, asOrganiser(code, eventAccess));
    const answers: [string, string, Response][] = [
      ["post", "/api/events", event],
      ["get", "/api/events/{code}", await api.send("GET", `/events/${code}`)],
      ["patch", "/api/events/{code}", change],
      ["post", "/api/raffles", created],
      ["get", "/api/raffles", await api.send("GET", "/raffles")],
      ["get", "/api/raffles/{idOrCode}", await api.send("GET", `/raffles/${codeId}`)],
      ["post", "/api/raffles/{idOrCode}/entries", joined],
      [
        "get",
        "/api/raffles/{idOrCode}/entries",
        await api.send("GET", `/raffles/${codeId}/entries`, undefined, organiser),
      ],
      ["get", "/api/entries/{entryCode}", await api.send("GET", `/entries/${entryCode}`)],
      [
        "get",
        "/api/entries/{entryCode}/data",
        await api.send("GET", `/entries/${entryCode}/data`, undefined, organiser),
      ],
      ["patch", "/api/entries/{entryCode}", await api.send("PATCH", `/entries/${entryCode}`, { rules: [] })],
      [
        "get",
        "/api/raffles/{idOrCode}/overview",
        await api.send("GET", `/raffles/${codeId}/overview`, undefined, organiser),
      ],
    ];
    for (const [method, path, response] of answers) {
      const faults = faultsOf(await response.json(), answerSchema(method, path, response.status));
      expect([method, path, faults]).toEqual([method, path, []]);
    }
  });

  it("is right about the puzzle that keeps robots out, to the last field", async () => {
    const raffle = await api.createRaffle();
    const response = await api.send("POST", `/raffles/${raffle.id}/entries`, entryBody({ [TRAP_FIELD]: "filled" }));
    const { challenge } = (await response.json()) as { challenge: unknown };
    expect(faultsOf(challenge, { $ref: "#/components/schemas/Challenge" })).toEqual([]);
  });

  it("is right about refusals", async () => {
    const response = await api.send("POST", "/raffles", {});
    const known = Object.keys(document.components.schemas.Problem?.properties ?? {});
    expect(Object.keys((await response.json()) as object).toSorted()).toEqual(known.toSorted());
  });
});
