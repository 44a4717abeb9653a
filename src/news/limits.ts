/** The most characters of a news mail in one language. */
export const NEWS_LIMITS = {
  // Mailboxes show about 60. A longer subject is folded, never cut.
  subject: 150,
  text: 10_000,
} as const;
