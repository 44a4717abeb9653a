import { hashOf } from "#src/base/hashing/sha256.ts";
import { sendsFingerprint } from "#src/draws/mails/sends-fingerprint.ts";
import { planOf } from "#src/draws/plan/plan.ts";
import { announcementLine, planDifferences, planLines } from "#src/draws/plan/plan-texts.ts";
import type { PlanChange } from "#src/draws/plan/read.ts";
import type { Site } from "#src/http/site.ts";
import { formatDay } from "#src/i18n/day.ts";
import type { Language } from "#src/i18n/languages.ts";
import { planFactsOf } from "#src/raffles/plan-facts.ts";
import { prizeNamesOf } from "#src/raffles/rules.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { timelineOf } from "#src/raffles/timeline/timeline.ts";

/** How far the draw is. Winners who wait for their show are not to be seen yet. */
function stateOf({ lockedAt, drawnAt, announcedAt }: PublicRaffle): "planned" | "locked" | "announcing" | "drawn" {
  if (drawnAt) return announcedAt ? "drawn" : "announcing";
  return lockedAt ? "locked" : "planned";
}

/** How a raffle is drawn, as its page says it. */
export function planView(raffle: PublicRaffle, changes: readonly PlanChange[], site: Site, language: Language) {
  const { timeZone } = site.config;
  const plan = planOf(planFactsOf(raffle), raffle.codeId, site.chain);
  const timeline = timelineOf(raffle);
  const how = { language, timeZone, prizeNames: prizeNamesOf(raffle.prizes) };
  return {
    state: stateOf(raffle),
    check: raffle.drawnAt
      ? ("drawn" as const)
      : sendsFingerprint(site.config)
        ? ("mailed" as const)
        : ("public" as const),
    lock: timeline.lock,
    draw: timeline.draw,
    lockDay: formatDay(timeline.lock, language, timeZone),
    drawDay: formatDay(timeline.draw, language, timeZone),
    lines: [...planLines(plan, how), announcementLine(raffle, language)],
    hash: hashOf(plan),
    changes: changes.map(({ id, at, before, after }) => ({
      id,
      at,
      hashes: { before: before.hash, after: after.hash },
      differences: planDifferences(before, after, how),
    })),
  };
}

export type PlanView = ReturnType<typeof planView>;
