// biome-ignore lint/style/noRestrictedImports: the one place that may
import { redirect } from "react-router";

/**
 * Shows the same screen at another address, without loading its page anew.
 *
 * A page knows its own route alone (entry.server.tsx): to another screen leads React Router's `redirectDocument`.
 *
 * @param address a path of the screen's own route, with its query
 */
export function toSameScreen(address: string): Response {
  return redirect(address, 303);
}
