import { disposableEmailBlocklistSet } from "disposable-email-domains-js";

let domains: ReadonlySet<string> | undefined;

/** Whether a mail domain, or one above it, gives anybody a mailbox for some minutes. */
export function isDisposable(domain: string): boolean {
  // The library makes its set anew on each call.
  domains ??= disposableEmailBlocklistSet();
  const labels = domain.toLowerCase().split(".");
  return labels.some((_, place) => domains?.has(labels.slice(place).join(".")));
}
