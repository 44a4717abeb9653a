import type { PageHandle } from "#src/http/page-handle.ts";
import { EntryFormPage } from "../entry-form/entry-form-page.tsx";
import { loadEntryForm } from "../entry-form/requests/load-entry-form.ts";
import { sendEntryForm } from "../entry-form/requests/send-entry-form.ts";
import { takeEntryForm } from "../entry-form/requests/take-entry-form.ts";
import type { Route } from "./+types/framed-form.route.ts";
import { allowFrames } from "./framed-by.ts";
import { FramedPage } from "./framed-page.tsx";

export const handle: PageHandle = {
  framed: true,
  hydrate: "when-used",
  texts: ["entries", "raffles", "messages"],
  cached: { shows: "raffle" },
};

/** A raffle's entry form in the frame of a site that its organiser has named. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { raffleId, form, meta } = await loadEntryForm({ ...params, request, context });
  await allowFrames(context, raffleId, "form");
  return { form, meta: { ...meta, path: "embed-entry", listed: false } };
}

/** Handles the form without JavaScript. */
export function action({ params, request, context }: Route.ActionArgs) {
  return takeEntryForm({ ...params, request, context, framed: true });
}

/** Handles the form with JavaScript, as one JSON request. */
export function clientAction({ params, request }: Route.ClientActionArgs) {
  return sendEntryForm(params.raffleCode, request);
}

export const shouldRevalidate = () => false;

/** A refusal says when to come again. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function FramedFormPage({ loaderData: { form }, actionData }: Route.ComponentProps) {
  return (
    <FramedPage shop={form.raffle.shop}>
      <EntryFormPage {...form} result={actionData ?? null} framed />
    </FramedPage>
  );
}
