import type { Config } from "#src/config/config.ts";

/**
 * Whether this site mails the fingerprint of a list when it locks. Even then not everybody gets it: not people on
 * paper, without an address, or who stopped such mails, and not those beyond a day's limits (`fan-out.ts`).
 */
export function sendsFingerprint({ smtp }: Pick<Config, "smtp">): boolean {
  return smtp !== undefined;
}
