/** The base URLs that the form shows, for the entrant to add a username. */
export const FACEBOOK_BASE = "https://www.facebook.com/";
export const INSTAGRAM_BASE = "https://www.instagram.com/";

export type SocialNetwork = "facebook" | "instagram";

// In characters. The networks' own limits are 50 and 30; this leaves room for longer ones in future.
const MAX_USERNAME = 100;

// The networks' own hosts for profiles, including their mobile and low-data hosts.
const PATTERNS = {
  facebook: patterns("(?:www\\.|m\\.|web\\.)?facebook\\.com"),
  instagram: patterns("(?:www\\.|m\\.)?instagram\\.com"),
};

/**
 * Checks a profile link: the network's https URL plus a username of letters, digits, underscore, dot and hyphen. A
 * final slash is allowed. The base URL from the form counts as empty.
 *
 * @param typed the trimmed text from the schema
 */
export function checkSocialLink(network: SocialNetwork, typed: string): "empty" | "valid" | "invalid" {
  const { bare, profile } = PATTERNS[network];
  if (typed === "" || bare.test(typed)) return "empty";
  return profile.test(typed) ? "valid" : "invalid";
}

function patterns(host: string): { bare: RegExp; profile: RegExp } {
  return {
    bare: new RegExp(`^https://${host}/?$`, "i"),
    // `.` and `..` are no usernames: browsers resolve them to the base URL.
    profile: new RegExp(`^https://${host}/(?!\\.{1,2}/?$)[a-z0-9_.-]{1,${MAX_USERNAME}}/?$`, "i"),
  };
}
