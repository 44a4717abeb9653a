import type { RouterContextProvider } from "react-router";
import { siteContext } from "#src/http/page-context.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { refusalPage } from "./refusals/refusal-page.ts";

/** The raffle of a page of its desk. Throws a page with status 404 where it is gone. */
export async function raffleOf(context: Readonly<RouterContextProvider>, idOrCode: string): Promise<PublicRaffle> {
  const raffle = await findRaffle(context.get(siteContext).db, idOrCode);
  if (!raffle) throw refusalPage(context, { reason: "raffle-not-found" });
  return raffle;
}
