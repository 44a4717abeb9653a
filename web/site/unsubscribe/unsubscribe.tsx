import { useTranslation } from "react-i18next";
import type { KeyUnder } from "#src/i18n/text-keys.ts";
import { useTimestamps } from "../../page/page-texts.tsx";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import type { Route } from "./+types/unsubscribe.route.ts";

type Words = Readonly<
  Record<
    "heading" | "lead" | "stop" | "done" | "stopped" | "again" | "back" | "rest",
    `unsubscribe.${KeyUnder<"pages", "unsubscribe">}`
  >
>;

const NEWS: Words = {
  heading: "unsubscribe.heading",
  lead: "unsubscribe.lead",
  stop: "unsubscribe.stop",
  done: "unsubscribe.done",
  stopped: "unsubscribe.stopped",
  again: "unsubscribe.again",
  back: "unsubscribe.back",
  rest: "unsubscribe.rest",
};

const ALL_MAIL: Words = {
  heading: "unsubscribe.allHeading",
  lead: "unsubscribe.allLead",
  stop: "unsubscribe.allStop",
  done: "unsubscribe.allDone",
  stopped: "unsubscribe.allStopped",
  again: "unsubscribe.allAgain",
  back: "unsubscribe.allBack",
  rest: "unsubscribe.allRest",
};

/** The page behind the link of a mail. One button stops such mail, another allows it again. */
export function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { all, isKnown, stoppedAt, productName } = loaderData;
  const done = actionData?.done ?? null;
  const { t } = useTranslation("pages");
  const timestamp = useTimestamps();
  const words = all ? ALL_MAIL : NEWS;
  if (!isKnown) return <PageHeading title={t(words.heading)} lead={t("unsubscribe.unknown")} />;
  return (
    <>
      <PageHeading title={t(words.heading)} />
      {done === "stop" && <Notice kind="success">{t(words.done, { productName })}</Notice>}
      {done === "again" && <Notice kind="success">{t(words.back)}</Notice>}
      {done === null && stoppedAt && <Notice kind="info">{t(words.stopped, timestamp(stoppedAt))}</Notice>}
      {done !== "stop" && <p className="lead">{t(words.lead, { productName })}</p>}
      <form method="post" className="actions">
        {done !== "stop" && <Submit label={t(words.stop)} look="primary" intent="stop" />}
        {stoppedAt && <Submit label={t(words.again)} intent="again" />}
      </form>
      <p className="hint">{t(words.rest)}</p>
    </>
  );
}
