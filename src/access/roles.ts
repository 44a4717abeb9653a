/** The roles of accounts. Everybody registers as a user; an admin can make others admins. */
export const ROLES = ["user", "admin"] as const;

export type Role = (typeof ROLES)[number];

/** Reads a stored role. Everything except `admin` is a user. */
export function roleOf(stored: string | null | undefined): Role {
  return stored === "admin" ? "admin" : "user";
}

/** What an account may be for a raffle, the strongest first. */
export const TEAM_ROLES = ["owner", "organiser", "helper"] as const;

export type TeamRole = (typeof TEAM_ROLES)[number];

/** Reads a stored role of a raffle's people; null if it is none. */
export function teamRoleOf(stored: string | null): TeamRole | null {
  return TEAM_ROLES.find((role) => role === stored) ?? null;
}
