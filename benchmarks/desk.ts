import { type Figure, median, quantile, timed } from "./measure.ts";
import type { BenchSite } from "./million-entries.ts";
import type { BenchRaffle } from "./raffle.ts";

const ROUNDS = 20;
const OPEN_TARGET_MS = 300;
const SEARCH_TARGET_MS = 150;
const FRAGMENTS = 60;

/** Measures how fast the organiser's lists open and search, including the page, with a million entries. */
export async function measureDesk(bench: BenchSite): Promise<Figure[]> {
  return [...(await measureOpening(bench)), ...(await measureSearch(bench))];
}

async function measureOpening({ site, large, small }: BenchSite): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const list of ["draw-list", "draw-masterlist"]) {
    const ours: number[] = [];
    const beside: number[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      const first = (await timed(() => openPage(site.origin, list, large))).ms;
      const second = (await timed(() => openPage(site.origin, list, small))).ms;
      // The first request of each kind warms up the processes.
      if (round < 0) continue;
      ours.push(first);
      beside.push(second);
    }
    figures.push({
      name: `${list}, opened with 1,000,000 entries`,
      ours: median(ours),
      unit: "ms",
      worst: Math.max(...ours),
      beside: { name: "with 50 entries", value: median(beside) },
      target: `under ${OPEN_TARGET_MS} ms`,
      met: median(ours) < OPEN_TARGET_MS,
    });
  }
  return figures;
}

async function measureSearch({ site, large, client }: BenchSite): Promise<Figure[]> {
  const fragments = await drawFragments({ client, large });
  const figures: Figure[] = [];
  for (const list of ["draw-list", "draw-masterlist"]) {
    const ours: number[] = [];
    const scans: number[] = [];
    for (const [index, fragment] of fragments.entries()) {
      ours.push((await timed(() => openPage(site.origin, list, large, fragment))).ms);
      if (index % 10 === 0) scans.push((await timed(() => scan({ client, large }, fragment))).ms);
    }
    const slowest = quantile(ours, 0.95);
    figures.push({
      name: `${list}, ${fragments.length} fragments searched`,
      ours: median(ours),
      unit: "ms",
      worst: slowest,
      beside: { name: "reading all, no index", value: median(scans) },
      target: `the slowest of twenty under ${SEARCH_TARGET_MS} ms`,
      met: slowest < SEARCH_TARGET_MS,
    });
  }
  return figures;
}

/**
 * Search fragments as people type them: three to nine characters from the middle of entry fields, fields in rotation.
 */
async function drawFragments({ client, large }: Pick<BenchSite, "client" | "large">): Promise<string[]> {
  const { rows } = await client.query<{ fragment: string }>(
    `select trim(substr(field, 1 + (n * 31) % greatest(1, char_length(field) - 3 - n % 7), 3 + n % 7)) as fragment
     from generate_series(1, $2::int) as n
     cross join lateral (
       select (array[last_name, first_name, email, phone, address, entry_code])[1 + n % 6] as field
       from entries where raffle_id = $1 and id > (lpad(to_hex(1750000000000 + (n::bigint * 611953 % 1000000) * 20), 12, '0') || repeat('0', 20))::uuid
       order by id limit 1
     ) as drawn`,
    [large.id, FRAGMENTS * 2],
  );
  return rows
    .map((row) => row.fragment)
    .filter((fragment) => fragment.length >= 3)
    .slice(0, FRAGMENTS);
}

async function scan({ client, large }: Pick<BenchSite, "client" | "large">, fragment: string): Promise<void> {
  await client.query(
    `select id from entries
     where raffle_id = $1
       and concat_ws(' ', first_name, last_name, email, phone, phone_key, address, entry_code) ilike '%' || $2 || '%'
     order by lower(last_name), id limit 50`,
    [large.id, fragment],
  );
}

async function openPage(origin: string, list: string, raffle: BenchRaffle, fragment = ""): Promise<void> {
  const address = `${origin}/${list}/${raffle.codeId}/${raffle.accessCode}?${new URLSearchParams({ q: fragment })}`;
  const answer = await fetch(address);
  const text = await answer.text();
  if (answer.status !== 200 || !text.includes("</html>")) throw new Error(`${list} answered ${answer.status}.`);
}
