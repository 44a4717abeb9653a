import { Hono } from "hono";
import { type Clock, DAY_MS } from "#src/base/clock.ts";
import type { Config } from "#src/config/config.ts";
import { LANGUAGES } from "#src/i18n/languages.ts";

/** Days until security.txt expires. RFC 9116 recommends less than a year; each request gets a new date. */
const HOLDS_FOR_DAYS = 180;

/** /.well-known/security.txt (RFC 9116): where to report a vulnerability. No file without an operator's e-mail. */
export function securityContact(config: Pick<Config, "operatorEmail" | "origin">, clock: Clock): Hono {
  const app = new Hono();
  const { operatorEmail, origin } = config;
  if (!operatorEmail) return app;
  app.get("/security.txt", (c) => {
    const day = Math.floor(clock().getTime() / DAY_MS) + HOLDS_FOR_DAYS;
    const lines = [
      `Contact: mailto:${operatorEmail}`,
      `Expires: ${new Date(day * DAY_MS).toISOString()}`,
      `Preferred-Languages: ${LANGUAGES.join(", ")}`,
      `Canonical: ${origin}/.well-known/security.txt`,
    ];
    return c.text(`${lines.join("\n")}\n`, 200, { "cache-control": "public, max-age=3600" });
  });
  return app;
}
