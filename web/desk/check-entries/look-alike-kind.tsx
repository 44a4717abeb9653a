import { useTranslation } from "react-i18next";
import type { KindView } from "./check-entries-page.ts";
import { CheckedEntries, type CheckScreen, MorePages } from "./checked-entries.tsx";

/** The groups of one kind, and why they are shown. */
export function LookAlikeKindSection({ view, ...screen }: CheckScreen & { readonly view: KindView }) {
  const { t } = useTranslation("desk");
  const { kind, groups, next, complete } = view;
  return (
    <section className="form-section" aria-labelledby={kind}>
      <h2 id={kind}>{t(`check.list.${kind}`)}</h2>
      <p className="hint">{t(`check.why.${kind}`)}</p>
      {!complete && <p>{t("check.partly")}</p>}
      {groups.length === 0 && <p>{t("check.none.kind")}</p>}
      {groups.map(({ key, entries, burst, signals, shown }) => (
        <section key={key} className="check-group">
          <h3>{t(`check.group.${kind}`, { count: entries, burst, domain: key })}</h3>
          {signals.length > 0 && (
            <ul className="check-signals">
              {signals.map((signal) => (
                <li key={signal}>{t(`check.signal.${signal}`)}</li>
              ))}
            </ul>
          )}
          <CheckedEntries entries={shown} {...screen} />
          {entries > shown.length && (
            <a href={`?kind=${kind}&group=${encodeURIComponent(key)}`}>{t("check.showAll", { count: entries })}</a>
          )}
        </section>
      ))}
      <MorePages next={next} more={`kind=${kind}`} label={t("check.moreGroups")} />
    </section>
  );
}
