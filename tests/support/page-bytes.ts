import { gzipSync } from "node:zlib";

/**
 * Byte limits per page. A page without a form has only our inline script (3 KiB, uncompressed) and no script file. A
 * page with a form may have 12.5 KiB, so that no typed text is lost. It may load React where the form needs it. The
 * page of a raffle counts down, and asks what a remembered
 * entry can win. A page with checks of a draw has the script that drives them, and fetches their worker when they run.
 */
export const PAGE_BUDGET = {
  // With the words that say what is so before and after sending, and the names of the screens of people, webhooks,
  // embedding and the API, and of the files of the raffle form. The form in a frame also tells its height. The form
  // asks what a remembered entry can win. With the formats of dates, which pages are not sent as text any more. With
  // the field that opens an entry without a puzzle, which a browser that cannot solve one shows in place of any page.
  // With the field for a code from a receipt, and the words for what became of it. With how each rule is proved, what
  // waits for the shop, and what was earned. With the link by which others join, and the button that copies it. With
  // the card of stamps, the words for a stamp that came with the form, and the names of two screens. With those of
  // chunks that the rehearsal shares with the screens that it shows. With the list of photos and the way to send one.
  // With the QR code by which the shop opens an entry.
  scriptBytes: 160_700,
  ownBytes: 3 * 1024,
  // Looks whether this browser remembers an entry, and registers the service worker. The rest is fetched if it does.
  stripBytes: 3.5 * 1024,
  // With the search for what became of a press without an answer.
  formBytes: 12.5 * 1024,
  // Without a network it seals a slip for the site, stores it, sends it later and says what became of it.
  slipBytes: 19 * 1024,
  // Posts share their pictures as files, besides a form.
  postBytes: 13 * 1024,
  // The worker writes the verdict. With the witnesses that the visitor trusts, which the browser remembers.
  // Each page of raffles registers the service worker.
  checksBytes: 8.3 * 1024,
  raffleBytes: 5.75 * 1024,
  showBytes: 9.25 * 1024,
  // Two protocols, receipts with what a log says of them, witnesses, and the list of the six words.
  workerBytes: 58 * 1024,
  styleBytes: 8.35 * 1024,
  // Its head is a row on a laptop, and one line and a bar at the thumb on a phone. Its list has two views, and print.
  deskStyleBytes: 9.1 * 1024,
  // It shows the screens of the check, of a claim and of a voucher.
  rehearsalStyleBytes: 10.4 * 1024,
};

/** What a browser loads to run and style a page. Each file's bytes are counted as gzip. */
export type PageBytes = {
  /** The script files that the page starts, and everything that they import. */
  readonly scripts: readonly string[];
  readonly scriptBytes: number;
  /** Whether the content has a form to send, besides the header's forms. */
  readonly hasForm: boolean;
  /** Whether the page has the script that stores drafts. */
  readonly keepsForms: boolean;
  /** The inline scripts, as they stand in the page. */
  readonly inlineBytes: number;
  /** Style files and inline styles together. */
  readonly styleBytes: number;
};

/**
 * Fetches a page of a running site, also a not-found page, and all scripts and styles that it loads.
 *
 * @throws an Error where one of its files is missing
 */
export async function pageBytes(origin: string, path: string): Promise<PageBytes> {
  const html = await (await fetch(`${origin}${path}`)).text();
  const inline = inlineScripts(html);
  const scripts = await withImports(origin, [
    ...[...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map(([, src = ""]) => src),
    ...inline.flatMap((text) => importsOf(text, /\b(?:from|import)\s*\(?\s*"([^"]+\.js)"/g)),
  ]);
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"(?! disabled)/g)].map(([, href = ""]) => href);
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = ""]) => text);
  for (const sheet of sheets) styles.push(await textOf(origin, sheet));
  return {
    scripts: [...scripts.keys()].sort(),
    scriptBytes: [...scripts.values()].reduce((sum, text) => sum + gzipped(text), 0),
    hasForm: /<form[^>]*method="post"/.test(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ""),
    keepsForms: html.includes("<template data-form-texts"),
    inlineBytes: inline.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    styleBytes: styles.reduce((sum, text) => sum + gzipped(text), 0),
  };
}

/** The scripts that run. Script elements that only hold data do not count. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = ""]) => !/\ssrc=|type="application\/(ld\+)?json"/.test(attributes))
    .map(([, , text = ""]) => text);
}

/** Each script's text, with all static imports. Dynamic imports load later and do not count. */
async function withImports(origin: string, scripts: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = [...scripts];
  for (let script = waiting.pop(); script !== undefined; script = waiting.pop()) {
    if (found.has(script)) continue;
    const text = await textOf(origin, script);
    found.set(script, text);
    waiting.push(...importsOf(text, /\b(?:from|import)\s*"([^"]+\.js)"/g).map((name) => join(script, name)));
  }
  return found;
}

function importsOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => name);
}

function join(script: string, name: string): string {
  return new URL(name, new URL(script, "http://localhost")).pathname;
}

async function textOf(origin: string, path: string): Promise<string> {
  const answer = await fetch(`${origin}${path}`);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  return answer.text();
}

function gzipped(text: string): number {
  return gzipSync(text, { level: 9 }).byteLength;
}
