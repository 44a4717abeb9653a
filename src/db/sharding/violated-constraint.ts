/**
 * The name of the constraint that an error says was violated; undefined for any other error.
 *
 * Citus names it in the message alone, and with the number of the shard: entries_phone_unique_102042.
 */
export function violatedConstraint(error: unknown): string | undefined {
  const { constraint, message } = (error ?? {}) as { readonly constraint?: string; readonly message?: string };
  const name = constraint ?? /violates [a-z- ]*constraint "([^"]+)"/.exec(message ?? "")?.[1];
  return name?.replace(/_[0-9]{6,}$/, "");
}
