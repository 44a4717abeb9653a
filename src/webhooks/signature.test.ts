import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { newId } from "#src/base/ids.ts";
import { endpointSecret, signedHeaders } from "./signature.ts";

const secret = Buffer.alloc(32, 7);
const place = { raffleId: newId(), endpointId: newId() };

it("signs as the specification's own example", () => {
  const headers = signedHeaders(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  });
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

it("is read by the library of the specification under the new secret and under the old one", () => {
  const [older, newer, other] = [newId(), newId(), newId()].map((seed) => endpointSecret(secret, place, seed));
  if (!older || !newer || !other) throw new Error("Three secrets were expected.");
  const body = JSON.stringify({ type: "entry.created" });
  const headers = signedHeaders([newer, older], { id: newId(), at: new Date(), body });
  for (const known of [older, newer])
    expect(new Webhook(known).verify(body, headers)).toEqual({ type: "entry.created" });
  expect(() => new Webhook(other).verify(body, headers)).toThrow();
  expect(() => new Webhook(newer).verify(`${body} `, headers)).toThrow();
});

it("has another secret for each endpoint, seed and site", () => {
  const seed = newId();
  const secrets = [
    endpointSecret(secret, place, seed),
    endpointSecret(secret, { ...place, endpointId: newId() }, seed),
    endpointSecret(secret, place, newId()),
    endpointSecret(Buffer.alloc(32, 8), place, seed),
  ];
  expect(new Set(secrets).size).toBe(4);
  expect(secrets[0]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(endpointSecret(secret, place, seed)).toBe(secrets[0]);
});
