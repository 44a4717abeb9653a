import type { Config } from "#src/config/config.ts";
import { answerSchemas } from "./openapi/answers.ts";
import { drawPaths } from "./openapi/draw-paths.ts";
import { entryExportPaths } from "./openapi/entry-export-paths.ts";
import { entryPaths } from "./openapi/entry-paths.ts";
import { eventPaths } from "./openapi/event-paths.ts";
import { inputSchemas } from "./openapi/inputs.ts";
import { overviewPaths } from "./openapi/overview-paths.ts";
import { rafflePaths } from "./openapi/raffle-paths.ts";
import { webhookMessages, webhookPaths } from "./openapi/webhook-paths.ts";
import { winnersExportPaths } from "./openapi/winners-export-paths.ts";

/** The API's description, served at /api/openapi.json: OpenAPI 3.1. Making it takes tens of milliseconds. */
export function openApiDocument({ productName, origin }: Pick<Config, "productName" | "origin">) {
  return {
    openapi: "3.1.0",
    info: {
      title: `${productName} API`,
      version: "1",
      description:
        "Raffles, entries, events and their changes as JSON. Errors are problem details (RFC 9457) with a stable `code`, " +
        "and with `errors` by field. Moments are RFC 3339.",
    },
    servers: [{ url: origin }],
    paths: {
      ...rafflePaths,
      ...entryPaths,
      ...entryExportPaths,
      ...winnersExportPaths,
      ...overviewPaths,
      ...drawPaths,
      ...eventPaths,
      ...webhookPaths,
    },
    webhooks: webhookMessages,
    components: {
      schemas: { ...inputSchemas(), ...answerSchemas() },
      securitySchemes: {
        organiser: {
          type: "http",
          scheme: "basic",
          description: "The user is the code of the raffle or the event, the password its access code.",
        },
        token: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "tmb_…",
          description:
            "An API token of an account that organises the raffle, or made the event. Each operation names the permission that the " +
            "token must allow.",
        },
      },
    },
  };
}
