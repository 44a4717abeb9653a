import { gzipSync } from "node:zlib";

/**
 * What a page may cost a visitor at most: a page that only informs has none but our own script, which is counted as it
 * stands in it; a page with a form may load React and what its form needs.
 */
export const PAGE_BUDGET = { scriptBytes: 175_000, ownBytes: 3 * 1024, styleBytes: 15 * 1024 };

/** What a page makes a browser load to run and to look right, each file's bytes counted as gzip sends them. */
export type PageBytes = {
  /** The script files that the page starts, and everything that those import. */
  readonly scripts: readonly string[];
  readonly scriptBytes: number;
  /** What runs in the page itself, as it stands there. */
  readonly inlineBytes: number;
  /** Files and what stands in the page itself. */
  readonly styleBytes: number;
};

/**
 * Reads a page of a running site, be it one that says that something is not there, and all scripts and styles that it
 * loads.
 *
 * @throws an Error where one of its files is not found
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
    inlineBytes: inline.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    styleBytes: styles.reduce((sum, text) => sum + gzipped(text), 0),
  };
}

/** What runs; data that lies in a script element does not. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = ""]) => !/\ssrc=|type="application\/(ld\+)?json"/.test(attributes))
    .map(([, , text = ""]) => text);
}

/** Each script with its text, and what they import, to the last; not what is imported only once something happens. */
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
