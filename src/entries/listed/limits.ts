/** The maximum of names in one list, and of characters in a line of it. */
export const NAME_LIMITS = { names: 5000, name: 200 } as const;

/** The maximum of characters in a pasted list: a browser sends two of them for a line break. */
export const LIST_LENGTH = NAME_LIMITS.names * (NAME_LIMITS.name + 2);
