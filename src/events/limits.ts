/** The most characters that each field holds; the database checks the same. */
export const EVENT_LIMITS = {
  title: 120,
  // What browsers and proxies take of an address without trouble.
  link: 2000,
  raffleIdentifier: 40,
} as const;
