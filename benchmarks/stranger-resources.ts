import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { deflateRawSync } from "node:zlib";
import { writeXlsx } from "hucre/xlsx";
import { zipOfOneStream } from "../tests/support/zip.ts";
import { countOf, type Figure, timed } from "./measure.ts";
import { person, raffle, type Stranger } from "./stranger.ts";

// What one stranger takes of what all share: the wait of others, threads, disk and seats. By HTTP alone.

const MISSES = 30;
const OTHERS = 50;
const BOMBS = 5;
const BOMB = { bytes: 31 * 1024 * 1024, headers: 2_000 };
const ENTRIES = 100;
const NOTES = { count: 100, letters: 500 };
const WATCHERS = { networks: 3, each: 2_000 };
const NEW_WATCHERS = 20;
const CONNECTIONS_AT_ONCE = 100;
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The effects of one stranger on what others may do without a puzzle, and on the site's resources. */
export async function measureStrangerResources(stranger: Stranger): Promise<Figure[]> {
  return [await blockOthers(stranger), await sendBombs(stranger), await fillDisk(stranger), await takeSeats(stranger)];
}

/** Misses from one address, then counts the others, each of a /48 of its own, who may look for an entry at once. */
async function blockOthers(stranger: Stranger): Promise<Figure> {
  const search = async (address: string) => {
    const answer = await stranger.send("/api/entries/WRONGCOD", { address });
    await answer.arrayBuffer();
    return answer.status;
  };
  for (let miss = 0; miss < MISSES; miss += 1) await search("203.0.113.200");
  let served = 0;
  for (let other = 0; other < OTHERS; other += 1) {
    if ((await search(`2001:db8:${(0x1000 + other).toString(16)}::1`)) === 404) served += 1;
  }
  return countOf("strangers: others who search after 30 wrong codes of one address (N3)", served, OTHERS);
}

/** Uploads workbooks of one network that unpack to gigabytes, and measures an honest one of another meanwhile. */
async function sendBombs(stranger: Stranger): Promise<Figure> {
  const made = await stranger.makeRaffle("A raffle with slips", "203.0.113.201");
  if (!made) throw new Error("The raffle for workbooks was not taken.");
  // Ends in a block of a kind that does not exist.
  const stream = Buffer.concat([deflateRawSync(Buffer.alloc(BOMB.bytes), { finishFlush: 2 }), Buffer.from([0b111])]);
  const bomb = zipOfOneStream(stream, BOMB.headers);
  const rows = [
    ["Last Name", "First Name", "Address", "Phone"],
    ["Cruz", "Ana", "1 Mabini St", "09171234567"],
  ];
  const honest = await writeXlsx({ sheets: [{ name: "Slips", rows }] });
  const upload = async (bytes: Uint8Array, address: string) => {
    const form = new FormData();
    form.set("intent", "upload");
    form.set("csv", new Blob([new Uint8Array(bytes)], { type: XLSX }), "slips.xlsx");
    const path = `/import-entries/${made.codeId}/${made.accessCode}`;
    return (await stranger.send(path, { form, address })).status;
  };
  const alone = await timed(() => upload(honest, "203.0.113.202"));
  const bombs = Array.from({ length: BOMBS }, (_, n) => upload(bomb, `198.51.${n}.9`));
  const meanwhile = await timed(() => upload(honest, "203.0.113.203"));
  await Promise.all(bombs);
  return {
    name: `strangers: an honest workbook beside ${BOMBS} of ${Math.round(bomb.byteLength / 1024)} KB made to unpack for ever (N2)`,
    ours: meanwhile.ms,
    unit: "ms",
    beside: { name: "alone", value: alone.ms },
  };
}

/** Enters with as many notes as fit into a request. */
async function fillDisk(stranger: Stranger): Promise<Figure> {
  const prizes = Array.from({ length: NOTES.count }, (_, n) => ({
    prizeCode: `P${n}`,
    name: "Rice",
    orderNumber: n + 1,
  }));
  const made = await stranger.send("/api/raffles", {
    json: { ...raffle("A raffle of many prizes"), prizes },
    address: "203.0.113.204",
  });
  const { codeId } = (await made.json()) as { codeId: string };
  const shown = (await (await stranger.send(`/api/raffles/${codeId}`)).json()) as { prizes: { id: string }[] };
  const wishes = shown.prizes.map(({ id }) => ({ prizeId: id, note: "x".repeat(NOTES.letters) }));
  let stored = 0;
  for (let entry = 0; entry < ENTRIES; entry += 1) {
    const json = person(20_000 + entry, { wishes });
    const answer = await stranger.send(`/api/raffles/${codeId}/entries`, { json, address: "203.0.113.205" });
    await answer.arrayBuffer();
    if (answer.status === 201) stored += 1;
  }
  return countOf("strangers: entries with 50 KB of notes stored, of one address (N7)", stored, ENTRIES);
}

/** Opens live shows from three networks, and counts the phones of others that find a seat then. */
async function takeSeats(stranger: Stranger): Promise<Figure> {
  const made = await stranger.makeRaffle("A raffle with a show", "203.0.113.206");
  if (!made) throw new Error("The raffle for shows was not taken.");
  const sockets: Socket[] = [];
  const watch = async (address: string) => {
    const { hostname, port } = new URL(stranger.origin);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    // An evicted stream may end by a reset.
    socket.on("error", () => undefined);
    const path = `/api/raffles/${made.codeId}/show/events`;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nX-Forwarded-For: ${address}\r\n\r\n`);
    const [bytes] = (await once(socket, "data")) as [Buffer];
    return bytes.toString().startsWith("HTTP/1.1 200");
  };
  try {
    for (let network = 0; network < WATCHERS.networks; network += 1) {
      for (let one = 0; one < WATCHERS.each; one += CONNECTIONS_AT_ONCE) {
        await Promise.all(Array.from({ length: CONNECTIONS_AT_ONCE }, () => watch(`198.51.${100 + network}.1`)));
      }
    }
    let seated = 0;
    for (let phone = 0; phone < NEW_WATCHERS; phone += 1) if (await watch(`192.0.${phone}.1`)) seated += 1;
    return countOf("strangers: phones that find a seat beside 6,000 of three networks (N8)", seated, NEW_WATCHERS);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}
