import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createPost, type Post } from "#src/webhooks/post.ts";

/** A request to a push service as it came. */
export type ReceivedPush = {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
};

/** Starts a push service on this machine, which stands for those of browsers. It answers 201 or what `answer` says. */
export async function startPushService() {
  const service = {
    received: [] as ReceivedPush[],
    answer: async (_push: ReceivedPush): Promise<number> => 201,
    /** Sends as the site does, but to this service in place of the one of the address. */
    post: ((address, message, signal) => send(origin + new URL(address).pathname, message, signal)) as Post,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  const send = createPost({ targets: "any" });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const push = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) };
    service.received.push(push);
    response.writeHead(await service.answer(push)).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

/** A browser that has subscribed at a push service, and reads what comes: RFC 8291 and RFC 8188, written from them. */
export function makePushBrowser(path = `/fcm/send/${randomBytes(8).toString("hex")}`) {
  const ecdh = createECDH("prime256v1");
  const point = ecdh.generateKeys();
  const auth = randomBytes(16);
  const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync("sha256", key, salt, info, length));
  return {
    path,
    subscription: {
      endpoint: `https://fcm.googleapis.com${path}`,
      keys: { p256dh: point.toString("base64url"), auth: auth.toString("base64url") },
    },
    /** Decrypts a body; throws where it is not for this browser. */
    read(body: Buffer): Record<string, unknown> {
      const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0];
      const sender = body.subarray(21, 21 + keyLength);
      const sealed = body.subarray(21 + keyLength);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), point, sender]);
      const shared = derive(ecdh.computeSecret(sender), auth, info, 32);
      const key = derive(shared, salt, "Content-Encoding: aes128gcm\0", 16);
      const nonce = derive(shared, salt, "Content-Encoding: nonce\0", 12);
      const cipher = createDecipheriv("aes-128-gcm", key, nonce);
      cipher.setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
}

/** Whether a request is signed with this public key (VAPID, RFC 8292), and what its token says. */
export function readVapid(authorization: string, publicKey: string) {
  const [, token = "", key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const jwk = { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" };
  const signer = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" } as const;
  const isSigned = verify("sha256", Buffer.from(`${head}.${claims}`), signer, Buffer.from(signature, "base64url"));
  return { isSigned, key, claims: JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown> };
}
