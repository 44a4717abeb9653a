import { z } from "zod";
import { CODE_FORMATS } from "#src/base/code-formats.ts";
import { claimed, listedDrops, ownDrops, storedDrops } from "#src/earning/schema.ts";
import { LISTED_FIELDS } from "#src/entries/fields.ts";
import { ENTRY_LIMITS } from "#src/entries/limits.ts";
import { CHECKLIST_STATUSES, entryInfo, WISH_STATUSES } from "#src/entries/schema.ts";
import { eventInput } from "#src/events/schema.ts";
import { LISTED_RAFFLE_FIELDS, pick } from "#src/raffles/fields.ts";
import { ENTRIES_FROM } from "#src/raffles/lifecycle/entries-from.ts";
import { WISHED_PRIZE_FIELDS } from "#src/raffles/row-fields.ts";
import { prizeInput, raffleFields, ruleInput } from "#src/raffles/schema.ts";
import { TICKET_ORDER } from "#src/tickets/rules.ts";
import { ticketsInput } from "#src/tickets/schema.ts";
import { componentsOf } from "./describe.ts";
import { problems } from "./problem-answers.ts";
import { timeline } from "./timeline-answer.ts";
import { webhookAnswers } from "./webhook-operations.ts";

const id = z.uuid();
const moment = z.date();
const count = z.int().min(0);
const version = z.int().min(1).describe("Counted up by each change.");
const raffleCode = z.string().regex(CODE_FORMATS.raffle);
const entryCode = z.string().regex(CODE_FORMATS.entry);
const eventCode = z.string().regex(CODE_FORMATS.event);
const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));
const accessCode = z.string().regex(CODE_FORMATS.access);
const shownOnce = accessCode.optional().describe("Shown only in this answer. A token gets none.");
const drops = count.describe(
  "The drops of the rules that are done. They are chances only where the plan's weight is drops.",
);
const allDrops = count.describe("The drops of all entries together.");

/** What clients get. A view is described by the schemas of what was sent, so that limits are said once. */
export function answerSchemas() {
  return componentsOf(
    {
      ...raffleAnswers(),
      ...entryAnswers(),
      ...eventAnswers(),
      Tickets: tickets(),
      ...webhookAnswers,
      Overview: overview(),
      ...problems(),
    },
    "output",
  );
}

function raffleAnswers() {
  const fields = raffleFields("UTC");
  const RaffleSummary = z.object({
    id,
    codeId: raffleCode,
    ...pick(fields, LISTED_RAFFLE_FIELDS),
    createdAt: moment,
    version,
    logo: z.string().describe("The mark of the shop's logo: /picture/{codeId}/{mark}-256.webp. Empty for none."),
    open: z.boolean().describe("Whether entries are taken now, by the server's clock."),
    ...{ drawnAt: moment.nullable(), lockedAt: moment.nullable().describe("When its list of tickets was locked.") },
    announcedAt: moment.nullable().describe("When its winners were announced; null until then."),
    roundAt: moment.nullable().describe("When the random number of its draw is published; null until the lock."),
    entriesFrom: z.enum(ENTRIES_FROM).describe("A form that people fill in, or a list that its organiser had."),
    timeline,
  });
  return {
    AccessCode: z.object({ accessCode }),
    Draw: z.looseObject({ lock: z.looseObject({}), signature: z.string(), siteKey: z.string() }),
    ListLocked: z.object({ lockHash: z.string() }),
    LockProof: z.object({
      ...{ leaf: z.string(), proof: z.string() },
      cosigned: z.array(z.object({ witness: z.string(), at: moment })),
    }),
    Announcements: z.object({
      announcements: z.array(
        z.object({
          prizeCode: z.string(),
          from: z.int().describe("The ticket that holds the prize."),
          reason: z.enum(["withdrew", "disqualified"]),
          note: z.string(),
          ...{ at: moment, dueAt: moment, objectedAt: moment.nullable() },
        }),
      ),
    }),
    SealLeaves: z.object({
      raffle: z.string().describe("What stands for the raffle in the log's leaves."),
      leaves: z.array(z.object({ leaf: z.string(), proof: z.string() })),
    }),
    RaffleCreated: z.object({
      id,
      codeId: raffleCode,
      accessCode: shownOnce,
      drawDate: moment,
      drawMoved: z.boolean().describe("Whether the draw date that was sent was too early, and moved."),
    }),
    RaffleSummary,
    Raffle: RaffleSummary.extend({
      ...fields,
      prizes: z.array(z.object({ id, ...prizeInput.required().shape })),
      rules: z.array(z.object({ id, ...ruleInput.required().shape })),
    }),
  };
}

function tickets() {
  const codes = ticketsInput.shape.tickets.element;
  return z.object({
    tickets: z.array(
      z.object({
        ...codes.shape,
        name: z.string().describe("The raffle's name."),
        shop: z.string(),
        firstName: z.string().describe("The entrant's, masked as on the entry's page where it holds contact details."),
        state: z.enum(TICKET_ORDER),
        mark: z.string().describe("The state in a few words."),
        line: z.string().describe("What is so, in a sentence."),
        next: z.string().describe("What comes next, and when; empty if nothing does."),
      }),
    ),
    gone: z.array(codes).describe("Entries that do not exist, or not any more."),
  });
}

function entryAnswers() {
  const [status, note] = [z.enum(WISH_STATUSES), z.string().max(ENTRY_LIMITS.note)];
  const checklist = z.array(
    z.object({ ruleId: id, ...ruleInput.required().shape, status: z.enum(CHECKLIST_STATUSES), claimed }),
  );
  // Wishes come in the order of the prizes, so they need no order number.
  const wishlist = z.array(z.object({ prizeId: id, ...pick(prizeInput.shape, WISHED_PRIZE_FIELDS), status, note }));
  const { sources, ...person } = entryInfo.shape;
  const state = {
    status: z.literal("Active"),
    promotions: z.boolean(),
    namedByTicket: z.boolean(),
    disqualifiedFor: z
      .string()
      .nullable()
      .describe("Why the organiser took it out of play; null if it is in play, empty where details are masked."),
    drops,
    createdAt: moment,
  };
  const ListedEntry = z.object({
    entryCode,
    ...pick(person, LISTED_FIELDS),
    sources,
    rules: z.array(id).describe("Rules that are done, removed ones too."),
    wishes: z.array(z.object({ prizeId: id, status, note })),
    validation: z.enum(["VALID", "INVALID"]).describe("Whether all the raffle's rules are done."),
    disqualified: z.boolean().describe("Whether the organiser took it out of play."),
    disqualifiedFor: z.string().nullable().describe("The organiser's reason for it."),
    ...{ drops, ...listedDrops, createdAt: moment },
  });
  const prizes = z.array(z.object({ prizeCode: prizeInput.shape.prizeCode, name: prizeInput.shape.name }));
  const text = z.string().describe("The same in a sentence, in the language of the request.");
  const standing = z
    .discriminatedUnion("state", [
      z.object({
        state: z.literal("in"),
        prizes: prizes.describe("The prizes in whose draw it is."),
        all: z.boolean().describe("Whether these are all prizes of the raffle."),
        because: z.enum(["chosen", "none-chosen", "open-to-all"]),
        chances: count.describe("Its chances in each of these draws."),
        text,
      }),
      z.object({
        state: z.literal("not-yet"),
        missing: z.array(z.object({ ruleId: id, details: z.string(), waits: claimed })),
        oneIsEnough: z.boolean().describe("Whether one of the missing rules is enough."),
        text,
      }),
      z.object({ state: z.literal("won-before"), text }),
      z.object({ state: z.literal("out"), reason: z.string(), at: moment.nullable(), text }),
    ])
    .describe("Whether it can win, and what.");
  return {
    EntryStored: z.object({
      ...{ entryCode, raffleId: id, codeId: raffleCode, createdAt: moment, inviteLink: z.string().optional() },
    }),
    EntryView: z.object({
      entry: z.object({
        ...{ raffleId: id, codeId: raffleCode, entryCode, ...entryInfo.shape, ...state },
        masked: z.boolean().describe("Whether the person's details are masked."),
      }),
      rules: checklist,
      wishes: wishlist,
      ledger: ownDrops,
      standing,
      places: z
        .array(z.object({ prizeCode: prizeInput.shape.prizeCode, place: count, of: count }))
        .describe("At which place its ticket was drawn for each prize. Empty until the winners are announced."),
    }),
    ListedEntry,
    EntryPage: z.object({
      entries: z.array(ListedEntry),
      next: z.string().nullable().describe("`after` of the next page; null at the end."),
      previous: z.string().nullable().describe("`before` of the page before; null at the start."),
      first: z.int().nullable().describe("The first entry's number in the list; null if not counted."),
      matches: count.describe("Entries that match, or the most that are counted."),
      moreMatches: z.boolean().describe("Whether more match than are counted."),
      total: count.describe("Entries of the raffle."),
      valid: count.describe("Entries of the raffle that have done all its rules."),
      drops: allDrops,
      ...standings,
    }),
    EntryReceipt: z.object({
      receipt: z.object({
        raffle: raffleCode,
        entryCode,
        seal: hex(32).describe("What stands for the entry in the list of tickets."),
        wishes: z.array(z.string()).describe("Prize codes."),
        rules: z.array(z.int()).describe("The numbers of the rules that are done."),
        at: z.string(),
        log: z.string().describe("The key of the site's log (c2sp.org/signed-note)."),
      }),
      signature: hex(64),
      siteKey: hex(32),
    }),
    EntryData: z.object({
      raffle: z.object({
        code: raffleCode,
        name: raffleFields("UTC").name,
        drawDate: moment,
        entriesKeptUntil: moment.describe("When the entry is erased by itself."),
      }),
      entry: z.object({
        entryCode,
        ...person,
        ...state,
        source: sources,
        language: z.string().describe("In which mails are written."),
        termsAcceptedAt: moment,
        updatedAt: moment,
        id,
        comparedAs: z
          .object({
            phone: z.string().nullable().describe("Null for an entry that came on paper without it."),
            email: z.string().nullable().describe("Null for an entry that came on paper without it."),
            fingerprint: z.string(),
          })
          .describe("What tells one person's entry from another's, and an entry that was sent twice."),
        cameFrom: z
          .object({ network: z.string().nullable(), device: z.string().nullable() })
          .describe("Keyed hashes of network and browser, by which the organiser's checking finds bursts."),
      }),
      checklist,
      wishlist,
      drops: storedDrops,
      mails: z.array(z.object({ kind: z.string(), language: z.string(), createdAt: moment })),
      changesByOrganiser: z.array(
        z.object({
          at: moment,
          action: z.string(),
          before: z.unknown().describe("As it was."),
          after: z.unknown().describe("As it was from then on."),
        }),
      ),
    }),
  };
}

function eventAnswers() {
  return {
    EventCreated: z.object({ id, code: eventCode, accessCode: shownOnce }),
    Event: eventInput({ origin: "", port: 0 }).extend({ id, code: eventCode, version, createdAt: moment }),
  };
}

/** How many entries can win, and why the others cannot. They add up to `total`. */
const standings = {
  inPlay: count.describe("Entries that can win."),
  rulesMissing: count.describe("Entries that lack rules which the plan asks for."),
  disqualified: count.describe("Entries that the organiser took out of play."),
  wonBefore: count.describe("Entries of people who won in another draw of the owner not long ago (`pauseDays`)."),
};

function overview() {
  const { number, details } = ruleInput.required().shape;
  return z.object({
    total: count,
    valid: count.describe("Entries that have done every rule that the raffle has now."),
    drops: allDrops,
    ...standings,
    byDrops: z
      .array(z.object({ least: count, most: count, entries: count }))
      .describe("By how many drops entries have, both ends included."),
    bySource: z.array(z.object({ source: entryInfo.shape.sources, entries: count })),
    byRule: z.array(z.object({ ruleId: id, number, details, done: count })),
    byPrize: z.array(z.object({ prizeId: id, name: prizeInput.shape.name, wished: count })),
    overTime: z
      .object({
        step: z.enum(["minute", "hour", "day"]),
        every: z.int().min(1),
        points: z.array(z.object({ from: moment, entries: count })),
      })
      .describe("By when entries were made, without gaps: each point counts `every` minutes, hours or days."),
  });
}
