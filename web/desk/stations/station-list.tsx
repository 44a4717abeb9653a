import { useTranslation } from "react-i18next";
import { useTimestamps } from "../../page/page-texts.tsx";
import { AskedButton } from "../../ui/buttons/asked-button.tsx";
import { ButtonLink, Submit } from "../../ui/buttons/buttons.tsx";
import { FormSection } from "../../ui/page-parts.tsx";
import "../../ui/card-list/card-list.css";
import "./stations.css";

type StationListProps = {
  readonly codeId: string;
  readonly stations: readonly {
    readonly id: string;
    readonly number: number;
    readonly name: string;
    readonly place: string;
    readonly endedAt: Date | null;
    readonly stamps: number;
  }[];
};

/** The raffle's stations: their screens, the links that open them elsewhere, and what ends them. */
export function StationList({ codeId, stations }: StationListProps) {
  const { t } = useTranslation("stamps");
  const timestamp = useTimestamps();
  return (
    <FormSection title={t("desk.all")}>
      {stations.length === 0 && <p>{t("desk.none")}</p>}
      <ul className="card-list">
        {stations.map(({ id, number, name, place, endedAt, stamps }) => (
          <li key={id}>
            <h3>{name}</h3>
            {place !== "" && <p>{place}</p>}
            <p>{t("desk.stamps", { count: stamps })}</p>
            {endedAt ? (
              <p className="hint">{t("desk.endedAt", timestamp(endedAt))}</p>
            ) : (
              <div className="actions station-actions">
                <ButtonLink label={t("desk.open")} about={name} href={`/counter/${codeId}/${number}`} />
                <form method="post">
                  <input type="hidden" name="station" value={id} />
                  <Submit label={t("desk.link")} about={name} look="quiet" intent="link" />
                </form>
                <AskedButton
                  summary={t("desk.end")}
                  ask={t("desk.endAsk", { name })}
                  yes={t("desk.endYes")}
                  labels={{ summary: t("desk.endOf", { name }), yes: t("desk.endYesOf", { name }) }}
                  intent="end"
                  fields={{ station: id }}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
