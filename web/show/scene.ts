import { phaseOf, type ShownPrize, type ShowState } from "#src/draws/show/rules.ts";

export const SCENES = ["open", "checking", "locked", "beacon", "ready", "turning", "shown", "over"] as const;

export type SceneKind = (typeof SCENES)[number];

/** The texts of a stage, with their {{places}}. */
export type ShowWords = {
  readonly title: Readonly<Record<SceneKind, string>>;
  readonly text: Readonly<Record<SceneKind, string>>;
  /** The text of `turning` where one winner is to come. */
  readonly turningOne: string;
  /** The text of `ready` where the page of the draw names the winners already. */
  readonly announced: string;
  /** What a clock runs down to. */
  readonly until: Readonly<Record<"open" | "checking" | "locked", string>>;
  readonly days: string;
  readonly noName: string;
  readonly nobody: string;
  readonly notGiven: string;
  readonly more: string;
};

export type Card = { readonly ticket: string; readonly name: string };

/** What a stage shows: the same on the server, where a page is made, and in the browser, where it goes on. */
export type Scene = {
  readonly kind: SceneKind;
  /** Which prize it is. */
  readonly kicker: string;
  readonly heading: string;
  readonly text: string;
  readonly until: { readonly label: string; readonly at: string } | null;
  /** The winners of the prize on stage. */
  readonly cards: readonly Card[];
  /** All prizes with their winners, when the show is over. */
  readonly prizes: readonly { readonly name: string; readonly cards: readonly Card[]; readonly note: string }[];
  /** How large they stand, of 1: the fewer there are, the larger. */
  readonly scale: number;
  /** Of the locked list; empty before. */
  readonly sixWords: string;
};

/**
 * @param now the server's time, in ms since 1970
 * @param language for numbers
 */
export function sceneOf(state: ShowState, now: number, words: ShowWords, language: string): Scene {
  const phase = phaseOf(state, now);
  const { kind } = phase;
  const { locked, prizes } = state;
  const at = { open: state.dueAt, checking: state.lockAt, locked: locked?.roundAt };
  const label = kind in words.until ? words.until[kind as keyof ShowWords["until"]] : "";
  const until = at[kind as keyof typeof at];
  const onStage = "prize" in phase ? prizes[phase.prize] : undefined;
  const place = {
    number: "prize" in phase ? phase.prize + 1 : 0,
    total: prizes.length,
    inPlay: (locked?.inPlay ?? 0).toLocaleString(language),
    count: (onStage?.winners ?? 0).toLocaleString(language),
  };
  const cards = kind === "shown" && onStage ? cardsOf(onStage, words) : [];
  const all =
    kind === "over"
      ? prizes.map((prize) => ({ name: prize.name, cards: cardsOf(prize, words), note: noteOf(prize, words) }))
      : [];
  const note = kind === "shown" && onStage ? noteOf(onStage, words) : "";
  const title = fill(words.title[kind], place);
  return {
    kind,
    kicker: onStage ? title : "",
    heading: onStage?.name ?? title,
    text: note || fill(textOf(kind, state, onStage, words), place),
    until: until && Date.parse(until) > now ? { label, at: until } : null,
    cards,
    prizes: all,
    scale: scaleOf(all),
    sixWords: locked?.sixWords ?? "",
  };
}

function textOf(kind: SceneKind, state: ShowState, onStage: ShownPrize | undefined, words: ShowWords): string {
  if (kind === "ready" && state.isAnnounced) return words.announced;
  if (kind === "turning" && onStage?.winners === 1) return words.turningOne;
  return words.text[kind];
}

/** What fills a screen: a name takes as much of it as two headings. */
function scaleOf(prizes: Scene["prizes"]): number {
  const names = prizes.reduce((sum, { cards }) => sum + cards.length, prizes.length / 2);
  return Math.round(100 / Math.sqrt(Math.max(names, 1))) / 100;
}

function cardsOf({ revealed }: ShownPrize, { noName }: ShowWords): Card[] {
  return (revealed?.winners ?? []).map(({ ticket, name }) => ({ ticket: `#${ticket}`, name: name ?? noName }));
}

function noteOf({ revealed }: ShownPrize, { nobody, notGiven, more }: ShowWords): string {
  if (!revealed) return "";
  if (!revealed.given) return notGiven;
  if (revealed.more > 0) return fill(more, { count: revealed.more });
  return revealed.winners.length === 0 ? nobody : "";
}

/** Puts values into a text's {{places}}. */
function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
}
