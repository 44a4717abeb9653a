import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "#src/http/problem.ts";

/** The parts of a request that do not need a connection. */
export type PlainRequest = Pick<IncomingMessage, "method" | "url" | "headers">;

/**
 * Answers a crowd's requests before Hono makes Request and Response objects, a tenth of the time for a cached page.
 * The answer's headers must include its length. Undefined leaves the request to the app.
 */
export type EarlyAnswer = (request: IncomingMessage) => Answer | Promise<Answer> | undefined;

/**
 * Sends a complete answer; for HEAD, or without a body, Node sends only the headers. A text goes out in one write with
 * the headers, bytes take two.
 */
export function sendAnswer(response: ServerResponse, { status, headers, body, encoding = "utf8" }: Answer): void {
  response.writeHead(status, headers);
  response.end(body, encoding);
}
