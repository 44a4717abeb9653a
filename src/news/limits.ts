/** The most characters of a news mail in one language. */
export const NEWS_LIMITS = {
  // Mailboxes show some sixty; a subject is folded past that, never cut.
  subject: 150,
  text: 10_000,
} as const;
