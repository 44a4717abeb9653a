import { PAGE_BUDGET, pageBytes } from "../tests/support/page-bytes.ts";
import { DEMO_RAFFLE, type DemoSite } from "./demo-site.ts";
import type { Figure } from "./measure.ts";

const PAGES = [
  "/",
  "/raffle-list",
  `/raffle/${DEMO_RAFFLE}`,
  `/raffle-entry/${DEMO_RAFFLE}`,
  `/search-entry/${DEMO_RAFFLE}`,
  "/how-it-works",
  "/pricing",
  "/terms",
  "/login",
  "/register",
  "/create-raffle",
];

/** Measures the bytes of scripts and styles that each public page loads. They are the same in every run. */
export async function measurePageWeight({ origin }: DemoSite): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of PAGES) {
    const { scripts, scriptBytes, inlineBytes, keepsForms, styleBytes } = await pageBytes(origin, path);
    const ownBytes = keepsForms ? PAGE_BUDGET.formBytes : PAGE_BUDGET.ownBytes;
    figures.push(
      scripts.length > 0
        ? sizeOf(`JavaScript, gzip: ${path}`, scriptBytes, PAGE_BUDGET.scriptBytes)
        : sizeOf(`JavaScript of our own, in the page: ${path}`, inlineBytes, ownBytes),
      sizeOf(`CSS, gzip: ${path}`, styleBytes, PAGE_BUDGET.styleBytes),
    );
  }
  return figures;
}

function sizeOf(name: string, ours: number, most: number): Figure {
  return { name, ours, unit: "bytes", target: `${most.toLocaleString("en")} or less`, met: ours <= most };
}
