import { useTranslation } from "react-i18next";

/** What is not proved, as the draw protocol admits it. */
const NOT_PROVED = [
  ...(["people", "judged", "reasons", "agreed", "lastReplacement"] as const),
  ...(["beacon", "site", "lockHash", "same", "words"] as const),
] as const;

/** Stands below every verdict, so that nobody takes a right one for more than it is. */
export function NotProved() {
  const { t } = useTranslation("draws");
  return (
    <>
      <h3>{t("checks.notProved")}</h3>
      <ul>
        {NOT_PROVED.map((name) => (
          <li key={name}>{t(`checks.notProvedOf.${name}`)}</li>
        ))}
      </ul>
    </>
  );
}
