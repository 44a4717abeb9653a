import { data } from "react-router";
import type { Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { pageContext, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import type { Site } from "#src/http/site.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import { attempt } from "./attempt.ts";
import { countedVisitor } from "./counted-visitor.ts";
import { formText } from "./form-text.ts";
import type { PageRequest } from "./page-request.ts";
import { readForm } from "./posted-form.ts";
import { forgetRaffle } from "./raffle.ts";
import { type RefusalView, refusalStatus, refusalView } from "./refusals/refusal-view.ts";

/** What became of a form, the same on every screen: done, refused, or to be confirmed where both are null. */
export type FormResult<Done, Typed> = {
  /** The name of the pressed button. */
  readonly intent: string;
  /** What was typed. A refused form shows it again. */
  readonly typed: Typed;
  readonly done: Done | null;
  readonly refusal: RefusalView | null;
};

/** The parts of a request that loaders and forms of a screen ask for. */
export type Screen = Required<PageRequest> & {
  readonly url: URL;
  readonly site: Site;
  readonly language: Language;
  readonly timeZone: string;
};

/** A form as a screen's change gets it. */
export type SentForm<Scope, Typed> = Screen & {
  /** What the sender has proved. */
  readonly scope: Scope;
  readonly form: FormData;
  readonly intent: string;
  readonly typed: Typed;
  /** What changes of features need of the site and of the sender. */
  readonly deps: Site &
    CountedVisitor & { readonly defaultRegion: Site["config"]["defaultRegion"]; readonly timeZone: string };
};

/** How a screen answers its form. */
export type FormAnswer<Scope, Typed, Value> = {
  /** Whether a puzzle gets a page of its own, though the screen has React: its form has no place for one. */
  readonly puzzlePage?: boolean;
  /** Reads what was typed. */
  readonly read: (form: FormData) => Typed;
  /** Does what the pressed button says. A response leads elsewhere, null asks for a confirmation. */
  readonly change: (sent: SentForm<Scope, Typed>) => Promise<Outcome<Value, Refusal<RefusalReason> | ChallengeRefusal>>;
};

type Done<Value> = Exclude<Value, Response | null>;

/** The parts of a request. */
export function screenOf({ request, context, params = {} }: PageRequest): Screen {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  return { request, context, params, url: new URL(request.url), site, language, timeZone: site.config.timeZone };
}

/**
 * Reads a posted form, does what it says, and answers. A refusal keeps what was typed, also where the site fails.
 *
 * @param scope what the sender has proved
 * @throws the page of an unreadable form, and the page of a puzzle where the screen cannot solve one by itself
 */
export async function answerForm<Scope, Typed, Value>(
  page: PageRequest,
  scope: Scope,
  { read, change, puzzlePage = false }: FormAnswer<Scope, Typed, Value>,
): Promise<ReturnType<typeof data<FormResult<Done<Value>, Typed>>> | Response> {
  const screen = screenOf(page);
  const { context, site, timeZone } = screen;
  const form = await readForm(page.request, screen.language);
  const intent = formText(form, "intent");
  const typed = read(form);
  const deps = { ...countedVisitor(context, form), ...site, defaultRegion: site.config.defaultRegion, timeZone };
  // A page with React solves a puzzle inside of its form.
  const unsolved = context.get(pageContext).hydrate && !puzzlePage ? undefined : form;
  const outcome = await attempt(context, () => change({ ...screen, scope, form, intent, typed, deps }), unsolved);
  forgetRaffle(context);
  if (!outcome.ok) {
    const refusal = refusalView(outcome.refusal);
    return data({ intent, typed, done: null, refusal }, refusalStatus(outcome.refusal));
  }
  if (outcome.value instanceof Response) return outcome.value;
  return data({ intent, typed, done: outcome.value as Done<Value> | null, refusal: null });
}
