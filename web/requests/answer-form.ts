import { data, type RouterContextProvider } from "react-router";
import { accept, type Outcome } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { pageContext, setCookies, siteContext, visitorContext } from "#src/http/page-context.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import type { Site } from "#src/http/site.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import { attempt } from "./attempt.ts";
import { formText } from "./form-text.ts";
import type { PageRequest } from "./page-request.ts";
import { readForm } from "./posted-form.ts";
import { forgetRaffle } from "./raffle.ts";
import { type RefusalView, refusalStatus, refusalView } from "./refusals/refusal-view.ts";

/** What became of a form, the same on every screen: done, refused, or to be confirmed where both are null. */
export type FormResult<Done, Typed, More = null> = {
  /** The name of the pressed button. */
  readonly intent: string;
  /** What was typed. A refused form shows it again. */
  readonly typed: Typed;
  readonly done: Done | null;
  readonly refusal: RefusalView | null;
  /** What a refused form shows besides. */
  readonly more: More | null;
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
export type FormAnswer<Scope, Typed, Value, More = null> = {
  /** Whether a puzzle gets a page of its own, though the screen has React: its form has no place for one. */
  readonly puzzlePage?: boolean;
  /** The status where it was done; else that of the screen's loader. */
  readonly status?: (done: Done<Value>, intent: string) => number;
  /** Reads what was typed. */
  readonly read: (form: FormData) => Typed;
  /** Does what the pressed button says. A response leads elsewhere, null asks for a confirmation. */
  readonly change: (sent: SentForm<Scope, Typed>) => Promise<Outcome<Value, FormRefusal>>;
  /** Reads what a refused form shows besides, such as what is stored by now. */
  readonly more?: (sent: SentForm<Scope, Typed>, refusal: FormRefusal) => Promise<More | null>;
};

type FormRefusal = Refusal<RefusalReason> | ChallengeRefusal;

type Done<Value> = Exclude<Value, Response | null>;

/** Takes the solution away that a page with a puzzle has stored (challenge-screen.tsx). */
const SPENT_SOLUTION = "altcha=; Path=/; Max-Age=0; SameSite=Strict";

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
export async function answerForm<Scope, Typed, Value, More = null>(
  page: PageRequest,
  scope: Scope,
  { read, change, more, puzzlePage = false, status }: FormAnswer<Scope, Typed, Value, More>,
): Promise<ReturnType<typeof data<FormResult<Done<Value>, Typed, More>>> | Response> {
  const screen = screenOf(page);
  const { context, site, timeZone } = screen;
  const form = await readForm(page.request, screen.language);
  const intent = formText(form, "intent");
  const typed = read(form);
  const deps = { ...countedVisitor(context, form), ...site, defaultRegion: site.config.defaultRegion, timeZone };
  // A page with React solves a puzzle inside of its form.
  const unsolved = context.get(pageContext).hydrate && !puzzlePage ? undefined : form;
  const sent = { ...screen, scope, form, intent, typed, deps };
  const outcome = await attempt(context, () => change(sent), unsolved);
  forgetRaffle(context);
  if (!outcome.ok) {
    const { refusal } = outcome;
    const besides = await attempt(context, async () => accept((await more?.(sent, refusal)) ?? null));
    const result = { intent, typed, done: null, refusal: refusalView(refusal) };
    return data({ ...result, more: besides.ok ? besides.value : null }, refusalStatus(refusal));
  }
  // What was done may have spent it. With a spent one the next puzzle would wait for a press.
  if (context.get(visitorContext).solution !== undefined) setCookies(context, [SPENT_SOLUTION]);
  if (outcome.value instanceof Response) return outcome.value;
  const done = outcome.value as Done<Value> | null;
  return data({ intent, typed, done, refusal: null, more: null }, done === null ? undefined : status?.(done, intent));
}

/**
 * The sender of a rate-limited form, with the puzzle's solution where the browser solved one: in the form, or in the
 * cookie of the page that solved it and sent the form again.
 */
function countedVisitor(context: Readonly<RouterContextProvider>, form: FormData): CountedVisitor {
  const { limits } = context.get(siteContext);
  const { address, solution } = context.get(visitorContext);
  return { limits, address, solution: formText(form, "altcha") || solution };
}
