import sharp from "sharp";
import type { EntrantScope } from "#src/access/scope.ts";
import { proveStaff } from "#src/access/staff/staff.ts";
import { decidePhoto } from "#src/earning/photos/decide-photo.ts";
import { uploadPhoto } from "#src/earning/photos/upload-photo.ts";
import { createPictures } from "#src/raffles/pictures/pictures.ts";
import { expectDone, UNCOUNTED } from "./demo-draw.ts";
import type { DemoRaffle, DemoSite } from "./demo-raffle.ts";

/**
 * Sends photos of receipts for entries of a raffle, as its entrants would, and accepts those of which the data says so.
 * Throws if the data does not fit.
 */
export async function sendPhotos(
  site: DemoSite,
  { codeId, accessCode, photographed = [] }: DemoRaffle,
  ruleId: string,
  entrantOf: (place: number) => Promise<EntrantScope>,
): Promise<void> {
  const pictures = createPictures();
  const staff = await proveStaff(
    { ...site, ...UNCOUNTED, reader: site.db },
    { raffle: codeId, accessCode },
    "check-photos",
  );
  if (!staff.ok) throw new Error(`The access code of ${codeId} does not open it.`);
  for (const [place, { entry, number, accepted }] of photographed.entries()) {
    const entrant = await entrantOf(entry);
    const sent = { ruleId, number, upload: await drawReceipt(place) };
    expectDone(await uploadPhoto({ ...site, ...UNCOUNTED, pictures }, entrant, sent), codeId);
    if (!accepted) continue;
    const { id } = await site.db
      .selectFrom("proofPhotos")
      .select("id")
      .where("raffleId", "=", entrant.raffleId)
      .where("entryId", "=", entrant.entryId)
      .executeTakeFirstOrThrow();
    expectDone(await decidePhoto(site, staff.value, { photoId: id, isAccepted: true }), codeId);
  }
  pictures.stop();
}

/** A receipt on a table, its lines without words: nobody's receipt is in the demonstration data. */
function drawReceipt(nth: number): Promise<Buffer> {
  const lines = Array.from({ length: 5 + nth * 2 }, (_, line) => {
    const y = 330 + line * 46;
    return `<path d="M150 ${y}h${130 + ((line * 67 + nth * 41) % 120)}M430 ${y}h${50 + ((line * 29) % 30)}"/>`;
  });
  const tilt = nth * 5 - 4;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="960"><rect width="640" height="960" fill="${TABLES[nth % TABLES.length]}"/>
    <g transform="rotate(${tilt} 320 480)"><path d="M100 90h440v${420 + lines.length * 46}H100z" fill="#fdfdf8"/>
    <g stroke="#3a3a3a" stroke-width="14"><path d="M220 160h200M180 210h280" stroke-width="22"/>${lines.join("")}
    <path d="M150 ${370 + lines.length * 46}h340" stroke-width="26"/></g></g></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const TABLES = ["#7a4b2b", "#2f5d62", "#b08968", "#5f4b66"];
