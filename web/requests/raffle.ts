import { createContext, type RouterContextProvider } from "react-router";
import { siteContext } from "#src/http/page-context.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { refusalPage } from "./refusals/refusal-page.ts";

type Context = Readonly<RouterContextProvider>;

type ReadRaffle = { readonly idOrCode: string; readonly raffle: Promise<PublicRaffle | null> };

const readContext = createContext<ReadRaffle | null>(null);

/** The raffle of a page, read once for a request. Throws a page with status 404 where it is gone. */
export async function raffleOf(context: Context, idOrCode: string): Promise<PublicRaffle> {
  const known = context.get(readContext);
  const read = known?.idOrCode === idOrCode ? known.raffle : findRaffle(context.get(siteContext).db, idOrCode);
  context.set(readContext, { idOrCode, raffle: read });
  const raffle = await read;
  if (!raffle) throw refusalPage(context, { reason: "raffle-not-found" });
  return raffle;
}

/** Makes the loaders of an action's answer read the raffle again. */
export function forgetRaffle(context: Context): void {
  context.set(readContext, null);
}
