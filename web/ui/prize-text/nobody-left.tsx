import { useTranslation } from "react-i18next";

type NobodyLeftProps = { readonly prizes: readonly { readonly name: string; readonly won: number }[] };

/** The prizes for which nobody was left, in one line of a list of winners. Nothing where each has a winner. */
export function NobodyLeft({ prizes }: NobodyLeftProps) {
  const { t } = useTranslation("draws");
  const left = prizes.flatMap(({ name, won }) => (won === 0 ? name : []));
  if (left.length === 0) return null;
  return <li>{t("past.nobodyFor", { count: left.length, prizes: left.join(", ") })}</li>;
}
