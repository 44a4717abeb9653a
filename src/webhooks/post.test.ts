import { createServer } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWebhookReceiver, type WebhookReceiver } from "../../tests/support/webhook-receiver.ts";
import { createPost, publicLookup } from "./post.ts";

const ALWAYS = new AbortController().signal;
const MESSAGE = { headers: { "webhook-id": "1" }, body: '{"type":"webhook.test"}' };

let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
});

afterAll(() => receiver.close());

/** Sends as a public site does, whose name servers say this. */
function postPublic(url: string, ...addresses: readonly string[]) {
  return createPost({ targets: "public", resolve: async () => addresses })(url, MESSAGE, ALWAYS);
}

const postAnywhere = (url = receiver.url) => createPost({ targets: "any" })(url, MESSAGE, ALWAYS);

describe("a site that sends to public addresses alone", () => {
  it.each([
    ...["127.0.0.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1"],
    ...["::1", "::", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:169.254.169.254", "fe80::1", "fd00:ec2::254"],
    ...["64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::", "ff02::1"],
  ])("refuses a name that means %s", async (address) => {
    expect(await postPublic("https://hooks.example.com/", address)).toBe("address-refused");
    expect(await postPublic("https://hooks.example.com/", "93.184.215.14", address)).toBe("address-refused");
  });

  it.each([
    ...["http://hooks.example.com/", "https://127.0.0.1/", "https://2130706433/", "https://0x7f.1/", "https://[::1]/"],
    ...["https://[::ffff:127.0.0.1]/", "https://localhost/", "https://db/"],
  ])("refuses %s without asking for a name", async (url) => {
    const resolve = () => Promise.reject(new Error("was asked"));
    expect(await createPost({ targets: "public", resolve })(url, MESSAGE, ALWAYS)).toBe("address-refused");
  });

  it("asks anew for each attempt, once, and connects to what it was told and has checked", async () => {
    // A name server that first names a public machine, and then one beside the site.
    const resolved = ["93.184.215.14", "127.0.0.1"];
    let asked = 0;
    const resolve = async () => [resolved[asked++] ?? ""];
    const lookup = promisify(publicLookup(resolve));
    expect(await lookup("hooks.example.com", { all: true })).toEqual([{ address: "93.184.215.14", family: 4 }]);
    const post = createPost({ targets: "public", resolve });
    expect(await post("https://hooks.example.com/", MESSAGE, ALWAYS)).toBe("address-refused");
    expect(asked).toBe(2);
  });

  it("says where a name is unknown", async () => {
    expect(await postPublic("https://gone.example.com/")).toBe("name-unknown");
  });

  it("never came to the machine beside it", () => expect(receiver.received).toEqual([]));
});

describe("a site whose operator allows any address", () => {
  it("sends the body with its headers, and reads the status alone", async () => {
    expect(await postAnywhere()).toBe("204");
    expect(receiver.received.at(-1)).toMatchObject({
      body: MESSAGE.body,
      headers: { "webhook-id": "1", "content-type": "application/json", "user-agent": "Tambiolo-Webhooks" },
    });
  });

  it("follows no redirect", async () => {
    const before = receiver.received.length;
    receiver.answer = async () => ({ status: 307, location: receiver.url });
    expect(await postAnywhere()).toBe("307");
    expect(receiver.received.length).toBe(before + 1);
  });

  it("says what went wrong with a receiver that is away, or speaks something else", async () => {
    const server = createServer((socket) => socket.resume().end("220 mail.example.com ESMTP\r\n"));
    const port = await new Promise<number>((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
    });
    expect(await postAnywhere(`http://127.0.0.1:${port}/`)).toBe("no-answer");
    expect(await postAnywhere(`https://127.0.0.1:${port}/`)).toBe("no-answer");
    await promisify(server.close.bind(server))();
    expect(await postAnywhere(`http://127.0.0.1:${port}/`)).toBe("no-answer");
  });

  it("gives up when the job is lost", async () => {
    receiver.answer = () => new Promise(() => undefined);
    const lost = new AbortController();
    const posted = createPost({ targets: "any" })(receiver.url, MESSAGE, lost.signal);
    lost.abort();
    expect(await posted).toBe("no-answer");
  });
});
