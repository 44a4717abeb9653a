/** A wish in the `wishes` column of an entry. For PostgreSQL the column is just JSON. */
export type StoredWish = {
  readonly prizeId: string;
  readonly status: "Selected" | "Unselected";
  readonly note: string;
};
