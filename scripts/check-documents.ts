import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * A path of the project's code, as documents write it. Patterns such as `NNN-name.sql` and `{language}` are none; nor
 * is what benchmarks write.
 */
const CODE_PATH = /`((?:src|web|tests|scripts)\/(?:(?!NNN)[\w./-])+)`/g;

/** A link to a page of ours, or to a heading of this or another page. */
const LINK = /\]\(((?![a-z]+:)[^)#\s]*\.md)?(?:#([^)\s]+))?\)/g;

/** Decision records tell what was so when they were written. */
const HISTORY = /^docs\/decisions\//;

/**
 * Finds what documents name and what is no longer there. A moved test would otherwise leave a promise without proof.
 *
 * @returns one line for each fault, starting with the document's path; empty if there is none
 */
export async function findDocumentFaults(root: string): Promise<string[]> {
  const documents = (await readdir(join(root, "docs"), { recursive: true }))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".md") && !HISTORY.test(path));
  const faults = await Promise.all(
    [...documents, "README.md", "CONTRIBUTING.md"].map(async (document) => {
      const text = await readFile(join(root, document), "utf8");
      const named = [...text.matchAll(CODE_PATH)]
        .map(([, path = ""]) => path)
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${document}: names ${path}, which is not there`);
      return [...named, ...(await findDeadLinks(root, document, text))];
    }),
  );
  return faults.flat();
}

/** Finds links of a document to pages and headings that are not there. */
async function findDeadLinks(root: string, document: string, text: string): Promise<string[]> {
  const links = [...text.matchAll(LINK)].filter(([, page, heading]) => page || heading);
  const dead = await Promise.all(
    links.map(async ([link, page = "", heading]) => {
      const target = page === "" ? text : await readFile(join(root, dirname(document), page), "utf8").catch(() => "");
      const isThere = heading === undefined ? target !== "" : headingsOf(target).has(heading);
      return isThere ? [] : [`${document}: leads to ${link.slice(2, -1)}, which is not there`];
    }),
  );
  return dead.flat();
}

/** The names of a page's headings in links, as GitHub makes them. */
function headingsOf(markdown: string): Set<string> {
  return new Set(
    [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}
