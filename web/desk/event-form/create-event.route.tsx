import { renderSVG } from "uqr";
import { accept } from "#src/base/outcome.ts";
import { createEventFrom } from "#src/events/create-event.ts";
import { drawShownCode, readShownCode } from "#src/events/shown-code.ts";
import { accountContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { formText } from "../../requests/form-text.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import type { Route } from "./+types/create-event.route.ts";
import { CreateEvent } from "./create-event.tsx";
import { readEventForm } from "./event-fields.tsx";

export const handle: PageHandle = { hydrate: true, texts: ["events", "messages"], personal: true };

export const loader = siteLoader("events:create.description", ({ site }) => ({ shown: drawShownCode(site.secret) }));

/** Only this response ever holds the access code. */
export const action = siteAction({
  status: () => 201,
  read: readEventForm,
  change: async ({ context, deps, form, typed }) => {
    const made = await createEventFrom({ ...deps, owner: await context.get(accountContext)() }, typed, shownCode(form));
    if (!made.ok) return made;
    const { code, accessCode } = made.value;
    const at = (path: string) => new URL(path, deps.config.origin).href;
    const link = at(`/event/${code}`);
    const drawLink = at(`/draw-raffle/${code}`);
    const qrCode = renderSVG(link, { border: 2 });
    return accept({ title: typed.title.trim(), code, accessCode, link, drawLink, qrCode });
  },
  /** The code that the event will have: another one where the first is not ours, or was too long ago. */
  more: async ({ site, form }) => {
    const shown = shownCode(form);
    return readShownCode(site.secret, shown) === null ? drawShownCode(site.secret) : shown;
  },
});

function shownCode(form: FormData) {
  return { code: formText(form, "code"), seal: formText(form, "codeSeal") };
}

/** Loads nothing again, so that the shown code stays the same. */
export const shouldRevalidate = () => false;

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default CreateEvent;
