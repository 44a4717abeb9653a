/** The maximum characters of each field. The database checks the same. */
export const EVENT_LIMITS = {
  title: 120,
  // The URL length that all browsers and proxies support.
  link: 2000,
  raffleIdentifier: 40,
} as const;
