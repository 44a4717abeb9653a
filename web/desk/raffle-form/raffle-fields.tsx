import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RAFFLE_FIELDS, type RaffleField, type RaffleText } from "#src/raffles/fields.ts";
import {
  ANNOUNCED_WITHIN_HOURS,
  ANNOUNCEMENTS,
  CHECK_MINUTES,
  CLAIM_DAYS,
  DRAW_REQUIREMENTS,
  DRAW_WEIGHTS,
  ENTRIES_PER_MAILBOX,
  LEAD_MINUTES,
  LINK_REQUIREMENTS,
  LIVE_ODDS,
  PAUSE_DAYS,
  PRIZES_EACH,
  RAFFLE_LIMITS,
  RAFFLE_STATUSES,
  RESERVES,
  RETENTION_DAYS,
} from "#src/raffles/limits.ts";
import type { Shape } from "#src/raffles/pictures/shop-picture.ts";
import { Checkbox, FileField, SelectField, TextField } from "../../forms/fields.tsx";
import { pictureView } from "../../page/views/picture-view.ts";
import { FormSection } from "../../ui/page-parts.tsx";
import { Folded } from "./folded.tsx";
import { emptyRaffleForm, NO_ACCENT, type RaffleFormValues } from "./read-raffle-form.ts";
import "./raffle-form.css";

// The length of a date and time from a browser, with room for one typed by hand.
const MOMENT_LENGTH = 40;

// Five digits, with room for spaces around them.
const NUMBER_LENGTH = 9;

const LINK_LABELS = { required: "linkRequired", optional: "linkOptional", "not-asked": "linkNotAsked" } as const;

/** The types of pictures that are taken (src/raffles/pictures). */
export const PICTURE_FILES = "image/jpeg,image/png,image/webp";

type RaffleFieldsProps = {
  readonly values: RaffleFormValues;
  readonly timeZone: string;
  /** Whether somebody has joined, which fixes how many entries one mailbox may have. */
  readonly hasEntries: boolean;
  /** Whether the raffle is made by this form: what few people need is folded then, and no draw date is needed. */
  readonly isNew: boolean;
  /** Whether what few people need is open all the same. */
  readonly opened: boolean;
  readonly bannerField?: ReactNode;
  readonly logoField?: ReactNode;
  readonly prizes: ReactNode;
  readonly rules: ReactNode;
  /** What stands around the field of the due date. */
  readonly aroundDueDate: (field: ReactNode) => ReactNode;
  /** Where the shop's details come from, if they were filled in. */
  readonly shopHint: string;
};

/** What stands in the three steps. All else is under "More". */
const IN_STEPS: ReadonlySet<string> = new Set(["name", "details", "dueDate", "checkMinutes", "shopName"]);

const IN_DRAW_MORE: ReadonlySet<string> = new Set([
  ...(["drawWeight", "prizesEach", "reserves", "claimDays", "pauseDays", "liveOdds"] satisfies RaffleField[]),
]);

/**
 * Whether "More" is open in a browser without scripts after a press for a row: what somebody filled in there must not
 * vanish from their eyes.
 */
export function isMoreFilled(values: RaffleFormValues): boolean {
  const empty = emptyRaffleForm();
  const names = Object.keys(values).filter(isInMore) as (keyof RaffleFormValues)[];
  return names.some((name) =>
    name === "rules" ? values.rules.some(({ details }) => details.trim() !== "") : values[name] !== empty[name],
  );
}

function isInMore(field: string): boolean {
  return (
    !IN_STEPS.has(field) && field !== "prizes" && !field.startsWith("prizes.") && field !== "version" && field !== ""
  );
}

export function RaffleFields({ values, timeZone, hasEntries, isNew, opened, ...parts }: RaffleFieldsProps) {
  const { t } = useTranslation("raffles");
  const linkOption = (value: keyof typeof LINK_LABELS) => t(`create.${LINK_LABELS[value]}`);
  const field = (name: RaffleField) => ({ name, label: t(`create.${name}`), defaultValue: values[name] });
  const text = (name: RaffleText) => ({
    ...field(name),
    maxLength: RAFFLE_FIELDS[name].maxLength,
    required: RAFFLE_FIELDS[name].required,
  });
  const moment = (name: "dueDate" | "drawDate" | "publishAt") => (
    <TextField
      key={values[name]}
      {...field(name)}
      type="datetime-local"
      hint={t(isNew && name === "drawDate" ? "create.drawDateEmpty" : `create.${name}Hint`, { timeZone })}
      maxLength={MOMENT_LENGTH}
      required={name === "dueDate" || (name === "drawDate" && !isNew)}
    />
  );
  const choice = <Value extends string>(
    name: RaffleField,
    of: readonly Value[],
    labelOf: (value: Value) => string,
    hint?: string,
  ) => (
    <SelectField
      {...field(name)}
      {...(hint && { hint })}
      options={of.map((value) => ({ value, label: labelOf(value) }))}
    />
  );
  const drawOption = (
    value: (typeof DRAW_REQUIREMENTS | typeof DRAW_WEIGHTS | typeof PRIZES_EACH | typeof ANNOUNCEMENTS)[number],
  ) => t(`create.drawOptions.${value}`);
  const number = (
    name: "retentionDays" | "reserves" | "claimDays" | "checkMinutes" | "leadMinutes" | "pauseDays",
    limits: { readonly least: number; readonly most: number },
  ) => (
    <TextField {...field(name)} hint={t(`create.${name}Hint`, limits)} inputMode="numeric" maxLength={NUMBER_LENGTH} />
  );
  const inputs: Readonly<Record<RaffleField, ReactNode>> = {
    name: <TextField {...text("name")} hint={t("create.nameHint")} />,
    details: <TextField {...text("details")} hint={t("create.detailsHint")} rows={isNew ? 3 : 5} />,
    dueDate: moment("dueDate"),
    drawDate: moment("drawDate"),
    retentionDays: number("retentionDays", RETENTION_DAYS),
    status: choice("status", RAFFLE_STATUSES, (value) => t(`status.${value}`), t("create.statusHint")),
    publishAt: moment("publishAt"),
    sources: (
      <TextField
        {...field("sources")}
        hint={t("create.sourcesHint")}
        maxLength={RAFFLE_LIMITS.sources * RAFFLE_LIMITS.source}
      />
    ),
    facebookLink: choice("facebookLink", LINK_REQUIREMENTS, linkOption),
    instagramLink: choice("instagramLink", LINK_REQUIREMENTS, linkOption),
    drawRequires: choice("drawRequires", DRAW_REQUIREMENTS, drawOption),
    drawWeight: choice("drawWeight", DRAW_WEIGHTS, drawOption, t("create.drawWeightHint")),
    prizesEach: choice("prizesEach", PRIZES_EACH, drawOption),
    reserves: number("reserves", RESERVES),
    claimDays: number("claimDays", CLAIM_DAYS),
    checkMinutes: number("checkMinutes", CHECK_MINUTES),
    leadMinutes: number("leadMinutes", LEAD_MINUTES),
    pauseDays: number("pauseDays", PAUSE_DAYS),
    entriesPerMailbox: choice(
      "entriesPerMailbox",
      hasEntries ? ENTRIES_PER_MAILBOX.filter((value) => value === values.entriesPerMailbox) : ENTRIES_PER_MAILBOX,
      (value) => t(`create.entriesPerMailboxOptions.${value}`),
      hasEntries ? t("entriesPerMailboxFixed", { ns: "messages" }) : t("create.entriesPerMailboxHint"),
    ),
    liveOdds: choice("liveOdds", LIVE_ODDS, (value) => t(`create.liveOddsOptions.${value}`), t("create.liveOddsHint")),
    announce: choice(
      "announce",
      ANNOUNCEMENTS,
      drawOption,
      t("create.announceHint", { count: ANNOUNCED_WITHIN_HOURS }),
    ),
    shopName: <TextField {...text("shopName")} />,
    shopPlace: <TextField {...text("shopPlace")} hint={t("create.shopPlaceHint")} />,
    shopContact: <TextField {...text("shopContact")} hint={t("create.shopContactHint")} />,
    accentColor: (
      <TextField
        {...field("accentColor")}
        type="color"
        hint={t("create.accentColorHint")}
        defaultValue={values.accentColor || NO_ACCENT}
        maxLength={NO_ACCENT.length}
      />
    ),
    permitNumber: <TextField {...text("permitNumber")} hint={t("create.permitNumberHint")} />,
  };
  const { name, details, dueDate, drawDate, retentionDays, sources, facebookLink, instagramLink, ...rest } = inputs;
  const { drawRequires, drawWeight, prizesEach, reserves, claimDays, checkMinutes, leadMinutes, announce, ...more } =
    rest;
  const {
    shopName,
    shopPlace,
    shopContact,
    accentColor,
    status,
    publishAt,
    entriesPerMailbox,
    pauseDays,
    liveOdds,
    ...others
  } = more;
  return (
    <>
      <FormSection anchor="prizes" title={t("create.stepWin")}>
        {name}
        {details}
        {parts.prizes}
      </FormSection>
      <FormSection anchor="dates" title={t("create.stepUntil")} hint={t("create.timeZone", { timeZone })}>
        {parts.aroundDueDate(dueDate)}
        {checkMinutes}
      </FormSection>
      <FormSection anchor="shop" title={t("create.stepShop")} hint={parts.shopHint}>
        {shopName}
      </FormSection>
      <Folded
        anchor="more"
        look="form-more"
        summary={t("create.more")}
        hint={t("create.moreHint")}
        open={opened || !isNew}
        isInside={isInMore}
      >
        {parts.rules}
        <FormSection title={t("create.basics")}>
          <FileField name="banner" label={t("create.banner")} hint={t("create.bannerHint")} accept={PICTURE_FILES} />
          {parts.bannerField}
          <div className="form-columns">
            {status}
            {publishAt}
          </div>
          {Object.entries(others).map(([name, input]) => (
            <Fragment key={name}>{input}</Fragment>
          ))}
        </FormSection>
        <FormSection title={t("create.shopDetails")}>
          {shopPlace}
          {shopContact}
          <div className="file-with-stored stack-1">
            <FileField name="logo" label={t("create.logo")} hint={t("create.logoHint")} accept={PICTURE_FILES} />
            {parts.logoField}
          </div>
          {accentColor}
        </FormSection>
        <FormSection title={t("create.when")}>
          <div className="form-columns">
            {drawDate}
            {leadMinutes}
          </div>
          {retentionDays}
        </FormSection>
        <FormSection title={t("create.entries")}>
          {sources}
          <div className="form-columns">
            {facebookLink}
            {instagramLink}
          </div>
          {entriesPerMailbox}
        </FormSection>
        <FormSection title={t("create.draw")} hint={t("create.drawHint")}>
          {drawRequires}
          {announce}
          <Folded look="form-advanced" summary={t("create.drawMore")} isInside={(field) => IN_DRAW_MORE.has(field)}>
            <div className="form-columns">
              {drawWeight}
              {prizesEach}
            </div>
            <div className="form-columns form-columns-narrow">
              {reserves}
              {claimDays}
            </div>
            {pauseDays}
            {liveOdds}
          </Folded>
        </FormSection>
      </Folded>
    </>
  );
}

type StoredPictureProps = {
  readonly shape: Shape;
  readonly codeId: string;
  readonly mark: string;
  /** Of the tick that takes it away. */
  readonly name: string;
  readonly label: string;
};

/** A picture that a raffle has, and a tick that takes it away. */
export function StoredPicture({ shape, codeId, mark, name, label }: StoredPictureProps) {
  return (
    <div className="actions stored-picture">
      <img {...pictureView(shape, codeId, mark)} sizes="6rem" alt="" loading="lazy" decoding="async" />
      <Checkbox name={name} label={label} />
    </div>
  );
}
