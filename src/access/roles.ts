/** The roles of accounts. Everybody registers as a user; an admin can make others admins. */
export const ROLES = ["user", "admin"] as const;

export type Role = (typeof ROLES)[number];

/** Reads a stored role. Everything except `admin` is a user. */
export function roleOf(stored: string | null | undefined): Role {
  return stored === "admin" ? "admin" : "user";
}
