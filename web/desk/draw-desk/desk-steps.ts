/** What an organiser has to do, in the order of the line on the desk. */
export const DESK_STEPS = ["collect", "check", "wait", "reveal"] as const;

export type DeskStep = (typeof DESK_STEPS)[number];
