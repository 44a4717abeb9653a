/** The base URLs that the form shows, for the entrant to add a username. */
export const FACEBOOK_BASE = "https://www.facebook.com/";
export const INSTAGRAM_BASE = "https://www.instagram.com/";

export type SocialNetwork = "facebook" | "instagram";

// In characters. The networks' own limits are 50 and 30; this leaves room for longer ones in future.
const MAX_USERNAME = 100;
/** What is longer is no profile of anybody. It also bounds what the patterns read. */
const MAX_TYPED = 1000;

// `.` and `..` are no usernames: browsers resolve them to the base URL.
const USERNAME = new RegExp(`^(?=.*[a-z0-9])[a-z0-9_.-]{1,${MAX_USERNAME}}$`, "i");

/** The networks' own hosts for profiles, including their mobile, low-data and short ones. */
const ADDRESSES = {
  facebook: address("(?:(?:www|m|web|mbasic|mobile|touch)\\.)?(?:facebook|fb)\\.com"),
  instagram: address("(?:(?:www|m)\\.)?(?:instagram\\.com|instagr\\.am)"),
};

const BASES = { facebook: FACEBOOK_BASE, instagram: INSTAGRAM_BASE };

/** Facebook's addresses for people without a username, and for what its apps copy. */
const NO_USERNAME = /^(?:profile\.php|share|people)(?:\/|$)/i;
const FACEBOOK_ID = /^\d{1,20}$/;
const SHARED = /^share\/(?:[a-z]\/)?[a-z0-9_-]{1,60}$/i;
const NAMED_ID = /^people\/[^/]{1,200}\/(\d{1,20})$/i;

/**
 * Reads a profile in any of the ways in which people write it: a username with or without @, and the address that a
 * browser shows or an app copies, with what it adds to count clicks.
 *
 * @param typed the trimmed text from the schema
 * @returns the profile's https address; "" if there is none, as in the form's own base address; null if it is no
 *   profile
 */
export function profileLink(network: SocialNetwork, typed: string): string | null {
  if (typed === "") return "";
  if (typed.length > MAX_TYPED) return null;
  const [whole, path = "", query = ""] = ADDRESSES[network].exec(typed) ?? [];
  if (whole === undefined) return ofUsername(network, typed.replace(/^@/, ""));
  if (path === "") return "";
  if (network === "facebook" && NO_USERNAME.test(path)) return facebookProfile(path, query);
  return ofUsername(network, path.replace(/^@/, ""));
}

function ofUsername(network: SocialNetwork, username: string): string | null {
  return USERNAME.test(username) ? BASES[network] + username : null;
}

function facebookProfile(path: string, query: string): string | null {
  const id = NAMED_ID.exec(path)?.[1] ?? new URLSearchParams(query).get("id");
  if (SHARED.test(path)) return FACEBOOK_BASE + path;
  return id !== null && FACEBOOK_ID.test(id) ? `${FACEBOOK_BASE}profile.php?id=${id}` : null;
}

/** An address of these hosts, with or without https: its path without the slashes around it, and its query. */
function address(host: string): RegExp {
  return new RegExp(`^(?:https?://)?${host}(?:/([^?#]*?)/?)?(?:\\?([^#]*))?(?:#.*)?$`, "i");
}
