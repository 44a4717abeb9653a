import { useTranslation } from "react-i18next";
import { SHOWN_STATES } from "#src/raffles/limits.ts";
import type { RaffleSelection } from "#src/raffles/read.ts";
import { Submit } from "../../ui/buttons/buttons.tsx";
import { FRAGMENT_LENGTH } from "./selection.ts";

const LABELS = { all: "list.all", open: "list.onlyOpen", closed: "list.onlyClosed" } as const;

/** Finds raffles by their name or a prize. It works without scripts, because the address holds the search. */
export function RaffleSearch({ selection }: { readonly selection: RaffleSelection }) {
  const { t } = useTranslation("raffles");
  return (
    <search>
      <form method="get" className="raffle-search">
        <label>
          {t("list.search")}
          <input
            className="input"
            type="search"
            name="q"
            defaultValue={selection.fragment}
            maxLength={FRAGMENT_LENGTH}
            autoComplete="off"
          />
        </label>
        <label>
          {t("list.show")}
          <select className="input" name="show" defaultValue={selection.state}>
            {SHOWN_STATES.map((state) => (
              <option key={state} value={state}>
                {t(LABELS[state])}
              </option>
            ))}
          </select>
        </label>
        <Submit label={t("list.find")} />
      </form>
    </search>
  );
}
