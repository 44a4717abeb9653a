import { type ReactNode, useId } from "react";
import { Trans, useTranslation } from "react-i18next";
import { CHECKS } from "#src/draws/protocol/verify/report.ts";
import { usePageTexts } from "../page/page-texts.tsx";
import { CheckFields, PickedFiles } from "./check-fields.tsx";
import script from "./drive-checks.ts?inline-script";
import { NotProved } from "./not-proved.tsx";
import { useChecksTexts } from "./use-checks-texts.ts";
import "./draw-checks.css";
import workerUrl from "./checks-worker.ts?worker&url";

/** The raffle of one draw of this site, and whether the key of its chain is pinned. */
type DrawFiles = { readonly raffle: string; readonly pinned: boolean };

/**
 * The checks of a draw, which the visitor's own browser makes. A link to the page can fill the fields: `?lock=` with
 * the lock hash, and after "#", which no server is sent, `email`, `entryCode` and `key`.
 *
 * @param files the URLs of a draw's files; without them the person picks files
 */
export function DrawChecks({ files }: { readonly files?: DrawFiles }) {
  const { nonce } = usePageTexts();
  return (
    <>
      <ChecksSection files={files} worker={workerUrl} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, named in the page's policy by its hash */}
      <script suppressHydrationWarning nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
    </>
  );
}

/** The checks without their script, for a page that has several of them. */
export function ChecksSection({ files, worker }: { readonly files?: DrawFiles | undefined; readonly worker?: string }) {
  const { t } = useTranslation("draws");
  const heading = useId();
  return (
    <section className="draw-checks" aria-labelledby={heading} data-draw-checks data-worker={worker} {...dataOf(files)}>
      <h2 id={heading}>{t("checks.heading")}</h2>
      <p>{files ? t("checks.leadOfDraw") : t("checks.leadOfFiles")}</p>
      <noscript>
        <p className="notice">
          <Trans t={t} i18nKey="checks.noScript" components={{ code: <code /> }} />
        </p>
      </noscript>
      <div className="form needs-script">
        {!files && <PickedFiles />}
        <CheckFields hasRaffle={files !== undefined} asksForChain={!files?.pinned} />
        <div className="actions">
          <button type="button" className="button button-primary" data-run>
            {t("checks.run")}
          </button>
          <span className="hint" data-tickets />
        </div>
      </div>
      <div className="checks-verdict" role="status" data-verdict />
      <ol className="checks marked">
        {CHECKS.map((name) => (
          <Check key={name} name={name}>
            {t(`checks.meaning.${name}`)}
          </Check>
        ))}
      </ol>
      <NotProved />
      <TextsOfScript />
    </section>
  );
}

function dataOf(files: DrawFiles | undefined) {
  if (!files) return undefined;
  const api = `/api/raffles/${files.raffle}`;
  return {
    ...{ "data-transcript": `${api}/draw`, "data-list": `${api}/draw/tickets`, "data-raffle": files.raffle },
    ...{ "data-log": `${api}/log`, "data-proof": `${api}/draw/log` },
  };
}

function Check({ name, children }: { readonly name: (typeof CHECKS)[number]; readonly children: ReactNode }) {
  const { t } = useTranslation("draws");
  return (
    <li data-check={name} data-state="not-run">
      <p className="check-line">
        <strong data-name>{t(`checks.name.${name}`)}</strong> <span data-shown>{t("checks.state.not-run")}</span>
      </p>
      <p className="hint">{children}</p>
      <div className="check-detail" data-detail />
    </li>
  );
}

function TextsOfScript() {
  const texts = JSON.stringify(useChecksTexts()).replaceAll("<", "\\u003c");
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own catalogue, "<" escaped
    <script type="application/json" data-texts dangerouslySetInnerHTML={{ __html: texts }} />
  );
}
