type Level = "ok" | "warning" | "problem";

/** One sentence on one topic; of a warning or a problem it says what to do next. */
export type Finding = { readonly level: Level; readonly topic: string; readonly says: string };

/** What a rule finds on its topic. */
export type Found = Omit<Finding, "topic">;

export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

export function ok(says: string): Found {
  return { level: "ok", says };
}

export function warning(says: string): Found {
  return { level: "warning", says };
}

export function problem(says: string): Found {
  return { level: "problem", says };
}
