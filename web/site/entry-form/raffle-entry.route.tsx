import type { PageHandle } from "#src/http/page-handle.ts";
import type { Route } from "./+types/raffle-entry.route.ts";
import { EntryFormPage } from "./entry-form-page.tsx";
import { loadEntryForm } from "./requests/load-entry-form.ts";
import { sendEntryForm } from "./requests/send-entry-form.ts";
import { takeEntryForm } from "./requests/take-entry-form.ts";

export const handle: PageHandle = {
  hydrate: "when-used",
  texts: ["entries", "raffles", "messages"],
  cached: { shows: "raffle", except: ["erased", "drop-code", "by"] },
};

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { form, meta } = await loadEntryForm({ ...params, request, context });
  return { form, meta };
}

export function action({ params, request, context }: Route.ActionArgs) {
  return takeEntryForm({ ...params, request, context, framed: false });
}

/** Handles the form with JavaScript, as one JSON request. */
export function clientAction({ params, request }: Route.ClientActionArgs) {
  return sendEntryForm(params.raffleCode, request);
}

/** Loads nothing again: the form holds what was typed, and its code must survive a lost answer. */
export const shouldRevalidate = () => false;

/** A refusal says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function RaffleEntryPage({ loaderData, actionData }: Route.ComponentProps) {
  return <EntryFormPage {...loaderData.form} result={actionData ?? null} />;
}
