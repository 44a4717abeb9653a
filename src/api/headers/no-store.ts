/** The header of an answer that no cache may store: it has personal data or a secret, or is another one each time. */
export const NO_STORE = { "cache-control": "no-store" } as const;
