/** A wish in the `wishes` column of an entry. For PostgreSQL the column is just JSON. */
export type StoredWish = {
  readonly prizeId: string;
  readonly status: "Selected" | "Unselected";
  readonly note: string;
};

/** The `earned` column of an entry: drops by the ids of rules. */
export type StoredEarned = Readonly<Record<string, number>>;
