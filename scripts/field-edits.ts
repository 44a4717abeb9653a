/** A text that is added to a file, in front of a text that the file has once. */
export type Edit = { readonly file: string; readonly before: string; readonly add: string };

/** The rows of CONTRIBUTING's recipes: an entry's nickname, a raffle's venue, a prize's sponsor, a rule's hint. */
export const ROWS: readonly Edit[] = [
  {
    file: "src/entries/fields.ts",
    before: "} as const satisfies",
    add: `  nickname: { column: "nickname", maxLength: 60, heading: "Nickname", searched: true },\n`,
  },
  { file: "src/entries/fields.ts", before: `";\n\n/** The definition of one text`, add: "_2" },
  { file: "src/db/sharding/distribute.ts", before: `"first_winners"];`, add: `"search_words_2", ` },
  {
    file: "src/raffles/fields.ts",
    before: "} as const satisfies",
    add: "  venue: { maxLength: 60, required: false, listed: false },\n",
  },
  {
    file: "src/raffles/row-fields.ts",
    before: "} as const satisfies Readonly<Record<string, PrizeFieldRow>>",
    add: '  sponsor: { maxLength: 60, usual: "", planned: true, wished: true },\n',
  },
  {
    file: "src/raffles/row-fields.ts",
    before: "} as const satisfies Readonly<Record<string, RowField>>",
    add: '  hint: { maxLength: 60, usual: "" },\n',
  },
];

/** The places that the compiler names then. */
export const PLACES: readonly Edit[] = [
  {
    file: "src/entries/schema.ts",
    before: "  } satisfies Record<PersonField,",
    add: "    nickname: optionalText(ENTRY_LIMITS.nickname),\n",
  },
  {
    file: "src/entries/import/mapping.ts",
    before: '  source: "sources ',
    add: '  nickname: "nickname spitzname palayaw",\n',
  },
  { file: "src/export/entries-xlsx.ts", before: "  email: 30,\n", add: "  nickname: 20,\n" },
  {
    file: "web/site/entry-form/person/person-fields.tsx",
    before: "  };\n  const { firstName, lastName, address,",
    add: '    nickname: <TextField {...text("nickname")} required={false} />,\n',
  },
  {
    file: "web/desk/update-entry/update-entry.tsx",
    before: "  };\n  const { firstName, lastName, phone,",
    add: '    nickname: text("nickname", false),\n',
  },
  {
    file: "web/site/entry/entry-page-view.tsx",
    before: "  };\n  const others",
    add: '    nickname: t("view.nickname"),\n',
  },
  {
    file: "src/raffles/schema.ts",
    before: "  } satisfies Record<RaffleField,",
    add: "    venue: optionalText(RAFFLE_FIELDS.venue.maxLength),\n",
  },
  {
    file: "src/raffles/schema.ts",
    before: "  } satisfies Record<PrizeField,",
    add: "    sponsor: optionalText(PRIZE_FIELDS.sponsor.maxLength),\n",
  },
  {
    file: "src/raffles/schema.ts",
    before: "  } satisfies Record<RuleField,",
    add: "    hint: optionalText(RULE_FIELDS.hint.maxLength),\n",
  },
  {
    file: "web/desk/raffle-form/raffle-rows.tsx",
    before: "  };\n  const { name, details,",
    add: '    sponsor: <TextField {...field("sponsor")} label={t("create.sponsor")} />,\n',
  },
  {
    file: "web/desk/raffle-form/raffle-rows.tsx",
    before: "  };\n  const { details, drops,",
    add: '    hint: <TextField {...field("hint")} label={t("create.hint")} />,\n',
  },
  {
    file: "web/desk/raffle-form/raffle-fields.tsx",
    before: "  };\n  const { name, details,",
    add: '    venue: <TextField {...text("venue")} />,\n',
  },
  {
    file: "web/site/raffle/raffle-facts.tsx",
    before: '  };\n  return (\n    <section aria-labelledby="facts"',
    add: '    venue: <FactLine label={t("detail.venue")} text={raffle.venue} />,\n',
  },
  {
    file: "tests/support/field-values.ts",
    before: "};\n\n/** For each field of a raffle",
    add: '  nickname: "Melit",\n',
  },
  {
    file: "tests/support/field-values.ts",
    before: '  dueDate: ["2130',
    add: '  venue: ["Plaza Libertad", "Plaza Rizal"],\n',
  },
  {
    file: "tests/support/field-values.ts",
    before: '  pool: ["everyone',
    add: '  sponsor: ["Tindahan ni Lola", "Panaderya ni Lolo"],\n',
  },
  {
    file: "tests/support/field-values.ts",
    before: "  drops: [61, 62",
    add: '  hint: ["At the fountain", "At the church"],\n',
  },
];

/** The places that are named next: the compiler asks for what a page shows of a raffle, a test for a prize's texts. */
export const VIEWS: readonly Edit[] = [
  {
    file: "web/page/views/raffle-view.ts",
    before: "    storedUntil: storedUntil(raffle),",
    add: "    venue: raffle.venue,\n",
  },
  {
    file: "web/site/raffle/prize-shelf.tsx",
    before: '                <p className="chip chip-quiet">',
    add: "                <p>{prize.sponsor}</p>\n",
  },
  {
    file: "web/site/raffle/raffle-detail.tsx",
    before: "<small>{ruleText.mark(rule.drops)",
    add: "{rule.hint} ",
  },
];

/** The labels' keys by their catalogue. */
export const LABELS = {
  entries: ["form.nickname", "view.nickname"],
  desk: ["update.nickname", "import.fields.nickname"],
  raffles: ["create.venue", "detail.venue", "create.sponsor", "create.hint"],
};

export const MIGRATION = `
  alter table entries add column nickname text not null default '' check (char_length(nickname) <= 60);
  create function search_words_2(
    first_name text, last_name text, address text, phone text, email text, nickname text, phone_key text, entry_code text
  ) returns text language sql immutable parallel safe
  return search_words(first_name, last_name, address, phone, email, phone_key, entry_code)
    || E'\n' || fold_for_search(nickname);
  alter table raffles add column venue text not null default '' check (char_length(venue) <= 60);
  alter table prizes add column sponsor text not null default '' check (char_length(sponsor) <= 60);
  alter table rules add column hint text not null default '' check (char_length(hint) <= 60);
`;
