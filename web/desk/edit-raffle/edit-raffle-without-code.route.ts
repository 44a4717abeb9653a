import { redirectToCreate } from "./find-edited-raffle.ts";

/** A URL without a raffle or access code opens nothing. It redirects to the create page, which says so. */
export function loader() {
  return redirectToCreate("missing-codes");
}
