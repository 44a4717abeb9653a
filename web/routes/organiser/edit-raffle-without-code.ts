import { turnAway } from "../../views/edit-organiser.ts";

/** An address without a raffle or without its access code opens nothing: the create page says so. */
export function loader() {
  return turnAway("missing-codes");
}
