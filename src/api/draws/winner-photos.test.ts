import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { TEST_CHAIN } from "../../../tests/support/beacon-relay.ts";
import { drawnClaimsOf } from "../../../tests/support/drawn-claims.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { winnerPhotoApi } from "./winner-photos.ts";

const api = await openTestApi({}, { chain: TEST_CHAIN });
const { draw } = drawnClaimsOf(api);
const { pool } = api.database;
const app = new Hono().route("/winner-photo", winnerPhotoApi(api.site));
const PHOTO = Buffer.from("RIFF a photo WEBP");

const statusOf = async (path: string) => (await app.request(path)).status;

test("a photo is there for everybody once it is shown, and until it is hidden", async () => {
  const { id, codeId, claims } = await draw();
  const [claimId = "", bare = ""] = claims.map((claim) => claim.id);
  await pool.query("update claims set claimed_at = now(), voucher_code = '000000000' || ticket where raffle_id = $1", [
    id,
  ]);
  await pool.query(
    "insert into winner_words (raffle_id, claim_id, sentence, photo, agreed_at) select raffle_id, id, 'Salamat', case when id = $2 then $3::bytea end, now() from claims where raffle_id = $1",
    [id, claimId, PHOTO],
  );
  const show = (shown: boolean) => pool.query("update winner_words set shown = $2 where raffle_id = $1", [id, shown]);
  const path = `/winner-photo/${codeId}/${claimId}.webp`;
  expect(await statusOf(path)).toBe(404);
  await show(true);
  const answer = await app.request(path);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(PHOTO);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "cache-control": "public, max-age=300",
    "x-robots-tag": "noindex",
  });
  for (const wrong of [
    ...[`/winner-photo/${(await draw()).codeId}/${claimId}.webp`, `/winner-photo/${codeId}/${bare}.webp`],
    ...[`/winner-photo/${codeId}/${randomUUID()}.webp`, `/winner-photo/${codeId}/${claimId}.png`],
    ...[`/winner-photo/${codeId}/${"-".repeat(36)}.webp`, `/winner-photo/${codeId}/1.webp`],
    ...[`/winner-photo/%00/${claimId}.webp`, `/winner-photo/${codeId}/%00.webp`, `/winner-photo/${codeId}/`],
  ]) {
    expect([wrong, await statusOf(wrong)]).toEqual([wrong, 404]);
  }
  await show(false);
  expect(await statusOf(path)).toBe(404);
});
