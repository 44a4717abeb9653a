import { useTranslation } from "react-i18next";
import type { PrizeWithoutWinner } from "#src/draws/announcing/prizes-without-winner.ts";

type NobodyLeftProps = {
  readonly prizes: readonly { readonly name: string; readonly won: number; readonly given: boolean }[];
};

/**
 * The prizes for which nobody was left, and those that were not given by their odds, in a line each of a list of
 * winners. Nothing where each has a winner.
 */
export function NobodyLeft({ prizes }: NobodyLeftProps) {
  const { t } = useTranslation("draws");
  const left = prizes.flatMap(({ name, won, given }) => (given && won === 0 ? name : []));
  const notGiven = prizes.flatMap(({ name, given }) => (given ? [] : name));
  return (
    <>
      {left.length > 0 && <li>{t("past.nobodyFor", { count: left.length, prizes: left.join(", ") })}</li>}
      {notGiven.length > 0 && <li>{t("past.notGivenFor", { count: notGiven.length, prizes: notGiven.join(", ") })}</li>}
    </>
  );
}

/** The same on the desk, where these prizes alone are listed. Nothing where each has a winner. */
export function WithoutWinner({ prizes }: { readonly prizes: readonly Pick<PrizeWithoutWinner, "name" | "given">[] }) {
  if (prizes.length === 0) return null;
  return (
    <ul>
      <NobodyLeft prizes={prizes.map(({ name, given }) => ({ name, given, won: 0 }))} />
    </ul>
  );
}
