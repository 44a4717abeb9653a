import { redirectDocument } from "react-router";

/** A URL without a raffle or access code opens nothing. It redirects to the create page, which says so. */
export function loader() {
  return redirectDocument("/create-raffle?turned-away=missing-codes");
}
