import { type ReactNode, useId } from "react";
import { Trans, useTranslation } from "react-i18next";
import { CHECKS } from "#src/draws/protocol/verify/report.ts";
import type { PublicWitness } from "#src/tlog/witness/stored-logs.ts";
import { PageScript } from "../page/page-script.tsx";
import { usePageTexts } from "../page/page-texts.tsx";
import { CheckFields, PickedFiles } from "./check-fields.tsx";
import pickedScript from "./drive-checks.ts?inline-script";
import { NotProved } from "./not-proved.tsx";
import { TrustedWitnesses } from "./trusted-witnesses.tsx";
import { useChecksTexts } from "./use-checks-texts.ts";
import "./draw-checks.css";
import workerUrl from "./checks-worker.ts?worker&url";

/** One draw of this site. */
export type DrawFiles = {
  readonly raffle: string;
  readonly tickets: number;
  /** Whether the key of its chain is pinned. */
  readonly pinned: boolean;
};

type ChecksProps = {
  /** The draw whose files are fetched; without it the person picks files. */
  readonly files?: DrawFiles | undefined;
  /** The witnesses that this site names. */
  readonly witnesses?: readonly PublicWitness[];
  /** What stands below the verdict, and in the fold with all steps. */
  readonly below?: ReactNode;
  readonly inFold?: ReactNode;
};

/**
 * The checks of a draw, which the visitor's own browser makes. A link to the page can fill the fields: `?lock=` with
 * the lock hash, and after "#", which no server is sent, `email`, `entryCode` and `key`.
 *
 * @param script drives them
 */
export function DrawChecks({ script = pickedScript, ...checks }: ChecksProps & { readonly script?: string }) {
  return (
    <>
      <ChecksSection {...checks} worker={workerUrl} />
      <PageScript text={script} />
    </>
  );
}

/** The checks without their script, for a page that has several of them. */
export function ChecksSection({
  files,
  witnesses = [],
  below,
  inFold,
  worker,
}: ChecksProps & { readonly worker?: string }) {
  const { t } = useTranslation("draws");
  const { timeZone } = usePageTexts();
  const heading = useId();
  const fields = <CheckFields hasRaffle={files !== undefined} asksForChain={!files?.pinned} />;
  return (
    <section
      id={files && "fair"}
      className="draw-checks"
      aria-labelledby={heading}
      data-draw-checks
      data-worker={worker}
      {...(files && dataOf(files, timeZone))}
    >
      <h2 id={heading}>{t(files ? "checks.fair" : "checks.heading")}</h2>
      {!files && <p>{t("checks.leadOfFiles")}</p>}
      <noscript>
        <p className="notice">
          <Trans t={t} i18nKey="checks.noScript" components={{ code: <code /> }} />
        </p>
      </noscript>
      {!files && (
        <div className="form needs-script">
          <PickedFiles />
          {fields}
          <TrustedWitnesses witnesses={witnesses} />
        </div>
      )}
      <div className="checks-verdict" role="status" data-verdict />
      <div className="actions needs-script">
        <button type="button" className={files ? "button" : "button button-primary"} data-run>
          {t("checks.run")}
        </button>
        <span className="hint" data-tickets-read />
      </div>
      {below}
      {files && <TrustedWitnesses witnesses={witnesses} />}
      <details className="check-more">
        <summary>{t("checks.all")}</summary>
        <div className="checks-all">
          {files && (
            <div className="form needs-script">
              <p className="hint">{t("checks.leadOfDraw")}</p>
              {fields}
            </div>
          )}
          <ol className="checks marked">
            {CHECKS.map((name) => (
              <Check key={name} name={name}>
                {t(`checks.meaning.${name}`)}
              </Check>
            ))}
          </ol>
          {inFold}
          <NotProved />
        </div>
      </details>
      <TextsOfScript />
    </section>
  );
}

function dataOf(files: DrawFiles, timeZone: string) {
  const api = `/api/raffles/${files.raffle}`;
  return {
    ...{ "data-transcript": `${api}/draw`, "data-list": `${api}/draw/tickets`, "data-raffle": files.raffle },
    ...{ "data-log": `${api}/log`, "data-proof": `${api}/draw/log`, "data-tickets": files.tickets },
    ...{ "data-zone": timeZone, ...(files.pinned && { "data-pinned": "" }) },
  };
}

function Check({ name, children }: { readonly name: (typeof CHECKS)[number]; readonly children: ReactNode }) {
  const { t } = useTranslation("draws");
  return (
    <li data-check={name} data-state="not-run">
      <p className="check-line">
        <strong data-name>{t(`checks.name.${name}`)}</strong> <span data-shown />
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
