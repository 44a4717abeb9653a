import { createHmac, timingSafeEqual } from "node:crypto";
import { newEventCode } from "./write.ts";

/** The code of a future event that the form shows, with a seal that proves we drew it. */
export type ShownCode = { readonly code: string; readonly seal: string };

/** Draws and seals a code for a new event. */
export function drawShownCode(secret: Uint8Array): ShownCode {
  const code = newEventCode();
  return { code, seal: sealOf(secret, code).toString("base64url") };
}

/**
 * The code that a form showed, or null if its seal is not ours. Nobody may choose a code, or an attacker could get
 * `/event/LOGIN1`.
 */
export function readShownCode(secret: Uint8Array, { code, seal }: ShownCode): string | null {
  const theirs = Buffer.from(seal, "base64url");
  const ours = sealOf(secret, code);
  return theirs.length === ours.length && timingSafeEqual(theirs, ours) ? code : null;
}

function sealOf(secret: Uint8Array, code: string): Buffer {
  return createHmac("sha256", secret).update(`event-code/1\0${code}`).digest();
}
