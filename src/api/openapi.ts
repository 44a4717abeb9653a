import type { Hono } from "hono";
import type { Config } from "#src/config/config.ts";
import { codeAnswers } from "./codes/code-operations.ts";
import { answerSchemas } from "./openapi/answers.ts";
import { componentsOf } from "./openapi/describe.ts";
import { pathsOf } from "./openapi/described.ts";
import { inputSchemas } from "./openapi/inputs.ts";
import { webhookMessages } from "./openapi/webhook-operations.ts";

/**
 * The API's description, served at /api/openapi.json: OpenAPI 3.1. Making it takes tens of milliseconds.
 *
 * @param app the API itself, whose described routes it lists
 */
export function openApiDocument({ productName, origin }: Pick<Config, "productName" | "origin">, app: Hono) {
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
    paths: pathsOf(app),
    webhooks: webhookMessages,
    components: {
      schemas: { ...inputSchemas(), ...answerSchemas(), ...componentsOf(codeAnswers(), "output") },
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
