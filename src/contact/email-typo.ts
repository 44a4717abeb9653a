/** Mail services that many entrants use, in the Philippines and where German or English is spoken. Most used first. */
const SERVICES = [
  "gmail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "icloud.com",
  "yahoo.com.ph",
  "ymail.com",
  "googlemail.com",
  "t-online.de",
  "freenet.de",
  "posteo.de",
];

/** These, and others that are one letter away from one of them. */
const RIGHT = new Set([...SERVICES, "email.com", "fmail.com"]);

/**
 * The address that somebody most likely meant to type, for a question and no more: a rare domain may be right. It finds
 * one wrong, missing, extra or swapped letter, a missing ending ("ana@gmail") and a country that Gmail does not have.
 *
 * @returns the address with the service's domain, or null where nothing suggests a mistake
 */
export function likelyEmail(typed: string): string | null {
  const address = typed.trim();
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || domain === "" || RIGHT.has(domain)) return null;
  const likely = domain.startsWith("gmail.com.")
    ? "gmail.com"
    : (SERVICES.find((service) => isOneEditAway(domain, service)) ??
      SERVICES.find((service) => service.startsWith(`${domain}.`)));
  return likely ? `${address.slice(0, at)}@${likely}` : null;
}

/** Whether one letter that is wrong, missing, extra or swapped with its neighbour makes the difference. */
function isOneEditAway(typed: string, right: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === right[same]) same += 1;
  const [left, wanted] = [typed.slice(same), right.slice(same)];
  return (
    left.slice(1) === wanted.slice(1) ||
    left === wanted.slice(1) ||
    left.slice(1) === wanted ||
    (left[0] === wanted[1] && left[1] === wanted[0] && left.slice(2) === wanted.slice(2))
  );
}
