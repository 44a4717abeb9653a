import { useTranslation } from "react-i18next";
import { Fact } from "../../ui/fact.tsx";
import { TimestampLine } from "../../ui/timestamp-line/timestamp-line.tsx";
import type { Route } from "./+types/admin-raffle-list.route.ts";

type OrganiserRaffle = Pick<Route.ComponentProps["loaderData"]["own"][number], "due" | "draw" | "status">;

/** The dates and the status of a raffle, as its organisers read them on a card. */
export function OrganiserFacts({ raffle }: { readonly raffle: OrganiserRaffle }) {
  const { t } = useTranslation(["desk", "raffles"]);
  return (
    <dl>
      <TimestampLine label={t("list.dueDate", { ns: "raffles" })} moment={raffle.due} />
      <TimestampLine label={t("list.drawDate", { ns: "raffles" })} moment={raffle.draw} />
      <Fact label={t("admin.status")} value={t(`status.${raffle.status}`, { ns: "raffles" })} />
    </dl>
  );
}
