import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it came, for the library to check. */
export type ReceivedWebhook = {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly message: { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> };
};

/** Starts a receiver of webhooks on this machine. It consents, and answers 204 or what `answer` returns. */
export async function startWebhookReceiver() {
  const received: ReceivedWebhook[] = [];
  const receiver = {
    url: "",
    received,
    /** Status and headers of the answer to a message; a promise that never ends gives none. */
    answer: async (_message: ReceivedWebhook): Promise<{ status: number; location?: string }> => ({ status: 204 }),
    challenges: 0,
    /** The latest challenge. */
    challenge: null as ReceivedWebhook | null,
    /** The answer's body to a challenge, which is not among the received. */
    echo: (challenge: string): string => JSON.stringify({ challenge }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const one = { headers: textHeaders(request.headers), body, message: JSON.parse(body) };
    if (one.message.type === "webhook.challenge") {
      receiver.challenges += 1;
      receiver.challenge = one;
      response.end(receiver.echo(one.message.data.challenge));
      return;
    }
    received.push(one);
    const { status, location } = await receiver.answer(one);
    response.writeHead(status, location === undefined ? {} : { location });
    response.end("x".repeat(100_000));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

function textHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
