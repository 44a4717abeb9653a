/** The maximum of names in one list, and of characters in a line of it. */
export const NAME_LIMITS = { names: 5000, name: 200 } as const;
