/** The most that each field holds; the database checks the same. Characters, or items for lists. */
export const ENTRY_LIMITS = {
  firstName: 100,
  lastName: 100,
  address: 300,
  phone: 40,
  email: 254,
  link: 200,
  note: 500,
  /** Of a search: a longer fragment than any field holds finds nothing. */
  fragment: 300,
  rules: 100,
  wishes: 100,
} as const;

export const ENTRY_CODE_LENGTH = 8;
