/** A wish in the `wishes` of an entry: PostgreSQL knows of the column only that it is JSON. */
export type StoredWish = {
  readonly prizeId: string;
  readonly status: "Selected" | "Unselected";
  readonly note: string;
};
