import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { isId } from "#src/base/ids.ts";
import { TRAP_FIELD } from "#src/entries/limits.ts";
import { asOrganiser, entryBody, raffleBody } from "../../tests/support/api.ts";
import { eventBody } from "../../tests/support/event.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";

type Schema = { required?: string[]; properties?: Record<string, Schema> };
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

const ajv = new Ajv2020({
  allErrors: true,
  formats: { "date-time": (text) => new Date(text).toISOString() === text, uuid: isId },
});
ajv.addVocabulary(["components"]);

/** All differences between a value and its schema; with `exact`, those include properties that are not described. */
function faultsOf(value: unknown, schema: Schema, { exact } = { exact: true }) {
  const whole = JSON.stringify({ ...schema, components: document.components });
  const described = JSON.parse(whole, (_, part) =>
    exact && part?.type === "object" && part.properties ? { ...part, additionalProperties: false } : part,
  );
  const validate = ajv.compile(described);
  validate(value);
  return validate.errors ?? [];
}

function schemaOf(media: Media | undefined): Schema {
  const schema = media?.content?.["application/json"]?.schema;
  if (!schema) throw new Error("No JSON is described");
  return schema;
}

const component = (name: string) => ({ $ref: `#/components/schemas/${name}` }) as Schema;

describe("the API's description", () => {
  it("is OpenAPI 3.1 for this site", () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { title: "Tambiolo API" },
      servers: [{ url: "https://raffles.example" }],
    });
  });

  it("has no defaults by keyword, by which generators make fields required that may be left out", () => {
    expect(JSON.stringify(document.components.schemas)).not.toMatch(/"default":(?!\{"|\{\$)/);
    expect(JSON.stringify(document)).toContain("If left out:");
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
        const isLines = response.headers.get("content-type")?.startsWith("application/x-ndjson");
        const { code } = (isLines ? {} : await response.json()) as { code?: string };
        expect([method, path, code]).not.toEqual([method, path, "not-found"]);
        expect(Object.keys(operations[method]?.responses ?? {})).toContain(String(response.status));
      }
    }
  });

  it("describes every method that a path takes, and Allow names them", async () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      const address = path.replace("/api", "").replace(/\{\w+\}/g, "NOSUCHCO");
      const methods = Object.keys(operations).map((method) => method.toUpperCase());
      const other = ["PUT", "DELETE", "PATCH", "POST"].find((method) => !methods.includes(method)) ?? "";
      const response = await api.send(other, address, {});
      const allow = response.headers.get("allow")?.split(", ") ?? [];
      expect([path, other, response.status]).toEqual([path, other, 405]);
      expect([path, allow]).toEqual([path, expect.arrayContaining(methods)]);
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
      [
        "post",
        "/api/raffles/{idOrCode}/webhooks",
        await api.send(
          "POST",
          `/raffles/${codeId}/webhooks`,
          { url: "https://hooks.example.com/", kinds: ["raffle.drawn"] },
          organiser,
        ),
      ],
      [
        "get",
        "/api/raffles/{idOrCode}/webhooks",
        await api.send("GET", `/raffles/${codeId}/webhooks`, undefined, organiser),
      ],
      ["get", "/api/entries/{entryCode}", await api.send("GET", `/entries/${entryCode}`)],
      [
        "get",
        "/api/entries/{entryCode}/data",
        await api.send("GET", `/entries/${entryCode}/data`, undefined, organiser),
      ],
      [
        "get",
        "/api/entries/{entryCode}/receipt",
        await api.send("GET", `/entries/${entryCode}/receipt`, undefined, organiser),
      ],
      ["patch", "/api/entries/{entryCode}", await api.send("PATCH", `/entries/${entryCode}`, { rules: [] })],
      [
        "get",
        "/api/raffles/{idOrCode}/overview",
        await api.send("GET", `/raffles/${codeId}/overview`, undefined, organiser),
      ],
    ];
    for (const [method, path, response] of answers) {
      const schema = schemaOf(document.paths[path]?.[method]?.responses[response.status]);
      expect([method, path, faultsOf(await response.json(), schema)]).toEqual([method, path, []]);
    }
  });

  it("is right about the puzzle that keeps robots out, to the last field", async () => {
    const raffle = await api.createRaffle();
    const response = await api.send("POST", `/raffles/${raffle.id}/entries`, entryBody({ [TRAP_FIELD]: "filled" }));
    const { challenge } = (await response.json()) as { challenge: unknown };
    expect(faultsOf(challenge, component("Challenge"))).toEqual([]);
  });

  it("is right about refusals", async () => {
    const problem = await (await api.send("POST", "/raffles", {})).json();
    expect(faultsOf(problem, component("Problem"))).toEqual([]);
  });

  it("allows what the API takes, and not what it refuses by its limits", async () => {
    const wish = { prizeId: "0190a0a0-0000-7000-8000-000000000000", note: "" };
    const [raffle, entry, event] = [component("RaffleInput"), component("EntryInput"), component("EventInput")];
    const loose = { exact: false };
    expect(faultsOf(raffleBody(), raffle, loose)).toEqual([]);
    expect(faultsOf(entryBody(), entry, loose)).toEqual([]);
    expect(faultsOf(eventBody(), event, loose)).toEqual([]);
    for (const [body, schema] of [
      [raffleBody({ name: "x".repeat(121) }), raffle],
      [raffleBody({ prizes: [] }), raffle],
      [raffleBody({ retentionDays: 59 }), raffle],
      [raffleBody({ sources: Array(51).fill("Booth") }), raffle],
      [raffleBody({ prizes: [{ prizeCode: "A", name: "Ham", worth: "much" }] }), raffle],
      [entryBody({ firstName: "" }), entry],
      [entryBody({ acceptTerms: false }), entry],
      [entryBody({ wishes: Array(101).fill(wish) }), entry],
      [eventBody({ raffleIdentifier: "not this" }), event],
    ] as const) {
      expect(faultsOf(body, schema, loose)).toHaveLength(1);
    }
  });
});
