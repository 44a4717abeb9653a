/** The bare addresses with which the form is filled, for the entrant to add a username. */
export const FACEBOOK_BASE = "https://www.facebook.com/";
export const INSTAGRAM_BASE = "https://www.instagram.com/";

export type SocialNetwork = "facebook" | "instagram";

// Longer than any that the networks give (50 and 30), so that nobody is refused when they give longer ones.
const MAX_USERNAME = 100;

// The hosts under which the networks themselves show a profile, on a telephone and on low data too.
const PATTERNS = {
  facebook: patterns("(?:www\\.|m\\.|web\\.)?facebook\\.com"),
  instagram: patterns("(?:www\\.|m\\.)?instagram\\.com"),
};

/**
 * Reads a profile link: the network's address, over https, plus a username of letters, digits, underscore, dot and
 * hyphen; a slash may follow. The bare address, as the form offers it, is no link.
 *
 * @param typed as it came out of the schema, trimmed
 */
export function checkSocialLink(network: SocialNetwork, typed: string): "empty" | "valid" | "invalid" {
  const { bare, profile } = PATTERNS[network];
  if (typed === "" || bare.test(typed)) return "empty";
  return profile.test(typed) ? "valid" : "invalid";
}

function patterns(host: string): { bare: RegExp; profile: RegExp } {
  return {
    bare: new RegExp(`^https://${host}/?$`, "i"),
    // A path of one dot or two is no username: browsers take it for the bare address.
    profile: new RegExp(`^https://${host}/(?!\\.{1,2}/?$)[a-z0-9_.-]{1,${MAX_USERNAME}}/?$`, "i"),
  };
}
