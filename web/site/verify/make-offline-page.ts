import { createHash } from "node:crypto";
import { createElement } from "react";
import worker from "../../draw-checks/checks-worker.ts?inline-script";
import script from "../../draw-checks/drive-checks.ts?inline-script";
import { hashSource } from "../../page/html/content-security-policy.ts";
import { closed, offlineHtml } from "../../page/html/offline-html.ts";
import chooseLanguage from "./choose-language.ts?inline-script";
import styles from "./offline-page.css?inline";
import { OfflineLanguage } from "./offline-page.tsx";

type OfflinePage = { readonly html: string; readonly sha256: string };

let made: OfflinePage | undefined;

/**
 * One file that checks draws without a network. It depends on the sources alone, and on no setting of the site, so that
 * everybody who builds them gets the same bytes.
 */
export function offlinePage(): OfflinePage {
  made ??= withHash(
    offlineHtml({
      title: "Tambiolo: check a draw (offline)",
      connect: "'none'",
      directives: ["worker-src blob:", `style-src ${hashSource(styles)}`],
      styles,
      scripts: [chooseLanguage, script],
      render: (texts) => createElement(OfflineLanguage, { texts }),
      tail: `<script type="text/plain" data-worker-text>${closed(worker)}</script>\n`,
    }),
  );
  return made;
}

function withHash(html: string): OfflinePage {
  return { html, sha256: createHash("sha256").update(html).digest("hex") };
}
