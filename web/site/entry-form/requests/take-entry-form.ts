import { data } from "react-router";
import { passOfEntering } from "#src/access/entrant-contact.ts";
import { redeemSent } from "#src/api/codes/redeem-sent.ts";
import { accept } from "#src/base/outcome.ts";
import { inviteLink } from "#src/entries/invited-by.ts";
import { deviceOf } from "#src/entries/submit/entry-signals.ts";
import { submitForm } from "#src/entries/submit/submit-form.ts";
import { passCookie } from "#src/http/organiser-cookies.ts";
import { setCookies, siteContext, visitorContext } from "#src/http/page-context.ts";
import { summaryOf } from "#src/http/refusals.ts";
import { submissionDeps } from "#src/http/site.ts";
import { attempt } from "../../../requests/attempt.ts";
import type { PageRequest } from "../../../requests/page-request.ts";
import { readForm } from "../../../requests/posted-form.ts";
import { refusalStatus } from "../../../requests/refusals/refusal-view.ts";
import { type EntryFormResult, entryRefusalView } from "../entry-submission.ts";
import { entryBody, readEntryForm, readRobotFields } from "../read-entry-form.ts";

/** An entry form that a browser without JavaScript has sent. */
type SentForm = PageRequest & {
  readonly raffleCode: string;
  /** Whether it came from another site's frame, where browsers get no pass: no cookie is set there. */
  readonly framed: boolean;
};

/** Takes an entry from the form without JavaScript. Answers the result, with its status. */
export async function takeEntryForm({ raffleCode, request, context, framed }: SentForm) {
  const { address, language } = context.get(visitorContext);
  const form = await readForm(request, language);
  const values = readEntryForm(form);
  const site = context.get(siteContext);
  const device = deviceOf(request.headers.get("user-agent"), request.headers.get("accept-language"));
  const deps = { ...submissionDeps(site, { address, device, language }), now: site.clock().getTime() };
  const outcome = await attempt(context, () => submitForm(deps, raffleCode, entryBody(values, readRobotFields(form))));
  if (outcome.ok) {
    const cookies = request.headers.get("cookie") ?? "";
    const pass = passOfEntering({ secret: site.secret, cookies, now: site.clock() }, outcome.value);
    if (!framed) setCookies(context, [passCookie(pass, site.config.origin)]);
    // The entry is stored by now: its entrant reads its code, whatever becomes of the other one.
    const redeemed = await attempt<Awaited<ReturnType<typeof redeemSent>>, never>(context, async () =>
      accept(await redeemSent(site, { address, sent: values.dropCode }, outcome.value)),
    );
    const dropCode = redeemed.ok ? redeemed.value : { failed: summaryOf(redeemed.refusal)[0] };
    const { entryCode, codeId, inviteToken } = outcome.value;
    const invites = inviteToken && inviteLink(site.config.origin, codeId, inviteToken);
    return answer({ entryCode, dropCode, inviteLink: invites, values, refusal: null }, { status: 201 });
  }
  const { refusal } = outcome;
  const result =
    "challenge" in refusal
      ? { refusal: null, puzzle: { challenge: refusal.challenge, seconds: refusal.seconds } }
      : { refusal: entryRefusalView(refusal) };
  return answer({ entryCode: null, values, ...result }, refusalStatus(refusal));
}

function answer(result: EntryFormResult, init: ResponseInit) {
  return data(result, init);
}
