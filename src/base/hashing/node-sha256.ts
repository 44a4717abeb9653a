import { hash } from "node:crypto";
import type { Sha256 } from "./sha256.ts";

/**
 * SHA-256 by Node, which is several times as quick as the one that runs everywhere. A digest as a binary string costs
 * Node a third of one as a Buffer. A million tickets need ten million hashes.
 */
export const nodeSha256: Sha256 = (message) => {
  const digest = hash("sha256", message, "binary");
  const bytes = new Uint8Array(digest.length);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = digest.charCodeAt(i);
  return bytes;
};
