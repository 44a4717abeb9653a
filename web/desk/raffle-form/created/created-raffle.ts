import { data, type RouterContextProvider } from "react-router";
import { renderSVG } from "uqr";
import { type OrganiserRefusal, proveOrganiser } from "#src/access/organiser.ts";
import { typedCode } from "#src/base/code-formats.ts";
import { accept, type Outcome } from "#src/base/outcome.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { MovedDraw } from "#src/raffles/lifecycle/create-raffle.ts";
import { mailCodes } from "#src/raffles/lifecycle/mail-codes.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { attempt } from "../../../requests/attempt.ts";
import { countedVisitor } from "../../../requests/counted-visitor.ts";
import { formText } from "../../../requests/form-text.ts";
import { givenTo } from "../../../requests/organiser.ts";
import { type RefusalView, refusalStatus, refusalView } from "../../../requests/refusals/refusal-view.ts";

export type CreatedRaffleView = {
  readonly name: string;
  readonly codeId: string;
  readonly accessCode: string;
  readonly link: string;
  /** The link's QR code as SVG, generated on the server. */
  readonly qrCode: string;
  /** Whether this site can mail the codes. */
  readonly sendsMail: boolean;
  /** When the draw is, if that is later than the date that was typed. */
  readonly movedDraw: Date | null;
};

type Codes = Pick<CreatedRaffleView, "name" | "codeId" | "accessCode">;

/** What the receipt of a new raffle shows. */
export function createdView(
  context: Readonly<RouterContextProvider>,
  codes: Codes,
  moved: MovedDraw | null = null,
): CreatedRaffleView {
  const { origin, smtp } = context.get(siteContext).config;
  const movedDraw = moved?.drawMoved ? moved.drawDate : null;
  const link = new URL(`/raffle/${codes.codeId}`, origin).href;
  return { ...codes, link, qrCode: renderSVG(link, { border: 2 }), sendsMail: smtp !== undefined, movedDraw };
}

/** What came of mailing the codes: the address as typed, and a refusal or null. */
export type MailedCodes = { readonly email: string; readonly refusal: RefusalView | null };

/**
 * Mails the codes from the receipt of a new raffle, and shows the receipt again. The site stores nothing of it: the
 * access code comes with the form, and is the proof. It leaves no pass, which the answer to the new raffle has left
 * already.
 */
export async function mailCodesOfNew(
  args: { readonly request: Request; readonly context: Readonly<RouterContextProvider> },
  form: FormData,
) {
  const { context } = args;
  const site = context.get(siteContext);
  const [email, accessCode] = [formText(form, "email"), formText(form, "accessCode")];
  const proof = await attempt(context, () => proveReceipt(args, formText(form, "raffle"), accessCode), form);
  if (!proof.ok) {
    const refusal = refusalView(proof.refusal);
    return data({ created: null, mailed: null, values: null, refusal }, refusalStatus(proof.refusal));
  }
  const { scope, name, codeId } = proof.value;
  const { language } = context.get(visitorContext);
  const outcome = await attempt(
    context,
    () => mailCodes({ ...site, ...countedVisitor(context, form) }, scope, { email, accessCode, language }),
    form,
  );
  const created = createdView(context, { name, codeId, accessCode: typedCode(accessCode) });
  const mailed: MailedCodes = { email, refusal: outcome.ok ? null : refusalView(outcome.refusal) };
  const answer = { created, mailed, values: null, refusal: null };
  return data(answer, outcome.ok ? 200 : refusalStatus(outcome.refusal));
}

async function proveReceipt(args: Parameters<typeof givenTo>[0], raffle: string, accessCode: string) {
  const deps = givenTo(args);
  const scope = await proveOrganiser(deps, { raffle, accessCode });
  if (!scope.ok) return scope;
  const found = await findRaffle(deps.reader, scope.value.raffleId);
  const proven: Outcome<{ scope: typeof scope.value; name: string; codeId: string }, OrganiserRefusal> = found
    ? accept({ scope: scope.value, name: found.name, codeId: found.codeId })
    : { ok: false, refusal: { reason: "raffle-not-found" } };
  return proven;
}
