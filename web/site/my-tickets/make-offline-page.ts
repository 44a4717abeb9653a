import { createElement } from "react";
import { offlineHtml } from "../../page/html/offline-html.ts";
import base from "../../theme/base.css?inline";
import tokens from "../../theme/tokens.css?inline";
import driver from "../../ui/tickets/drive-tickets.ts?inline-script";
import chooseLanguage from "./choose-language.ts?inline-script";
import offlineStyles from "./offline-tickets.css?inline";
import { OfflineTickets } from "./offline-tickets.tsx";

let made: string | undefined;

/** The page that the service worker shows in place of one that cannot be reached: a single file in all languages. */
export function offlineTickets(productName: string): string {
  made ??= offlineHtml({
    title: productName,
    connect: "'self'",
    directives: ["style-src 'unsafe-inline'"],
    head: '<meta name="robots" content="noindex">\n',
    styles: [tokens, base, offlineStyles].join("\n"),
    scripts: [chooseLanguage, driver],
    render: (texts) => createElement(OfflineTickets, { texts, productName }),
  });
  return made;
}
