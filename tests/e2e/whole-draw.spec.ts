import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { sixWordsOf } from "#src/draws/protocol/format/six-words.ts";
import { asOrganiser, entryBody } from "../support/api.ts";
import { jsonFilesOf } from "../support/mail-server.ts";
import { runRecipe } from "../support/recipe.ts";
import { sayBefore } from "./draw-vectors.ts";
import { drawTest as test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

/** Runs `tambiolo verify`; answers its exit code and what it prints. */
function verify(...written: string[]): Promise<{ readonly code: unknown; readonly printed: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ["src/cli/tambiolo.ts", "verify", ...written], (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, printed: stdout + stderr });
    });
  });
}

test("a whole draw: entries, a disqualification, the lock with its mails, the result, and every way to check it @javascript", async ({
  page,
  request,
  browser,
  drawSite: { relay, mails, pool, site },
}) => {
  const { codeId, accessCode } = await createRaffle(request, { drawRequires: "none", name: "Fiesta of the relay" });
  const people = ["ana", "ben", "cora", "dado"].map((name) =>
    entryBody({ firstName: name, email: `${name}@example.com` }),
  );
  const codes: string[] = [];
  for (const data of people) {
    const entered = await request.post(`/api/raffles/${codeId}/entries`, { data });
    codes.push(((await entered.json()) as { entryCode: string }).entryCode);
  }
  const headers = asOrganiser(codeId, accessCode);
  await request.patch(`/api/raffles/${codeId}`, { headers, data: { version: 1, checkMinutes: 0, leadMinutes: 10 } });
  await pool.query("update entries set disqualified_for = 'Works here' where entry_code = $1", [codes[3]]);
  // Over, and not locked by the site itself before the organiser does.
  const over =
    "update raffles set due_date = now() - interval '1 second', draw_date = now(), lock_at = null where code_id = $1";
  await pool.query(over, [codeId]);

  await page.goto(`/draw-desk/${codeId}/${accessCode}`);
  await page.getByRole("button", { name: "Lock the list now" }).click();
  await page.getByRole("button", { name: "Yes, lock it for ever" }).click();
  await expect(page.getByRole("heading", { name: "Post this where your customers are" })).toBeVisible();
  const card = (await page.getByRole("region", { name: "Post this where" }).textContent()) ?? "";
  const lockHash = /[0-9a-f]{64}/.exec(card)?.[0] ?? "";
  // What a person relies on: a file with their ticket and the lock hash, for a verifier, and six words to read.
  const words = await sixWordsOf(lockHash);
  const locked = () =>
    mails.accepted.filter(
      ({ mail }) => mail.text?.includes(words) && jsonFilesOf(mail).some((file) => file.lockHash === lockHash),
    );
  await mails.until(() => locked().length === people.length);
  expect(
    locked()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(people.map(({ email }) => email));
  // Other draws of this site may have asked for theirs.
  const { lock: signed } = JSON.parse(await (await request.get(`/api/raffles/${codeId}/draw`)).text());
  expect(relay.asked).not.toContain(signed.round);

  // The randomness is ten minutes away: here it comes at once.
  await pool.query("update draw_locks set round_at = now() where encode(lock_hash, 'hex') = $1", [lockHash]);
  await expect(async () => {
    await page.goto(`/raffle/${codeId}/draw`);
    await expect(page.getByRole("heading", { name: "The winners" })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  expect(relay.asked).toContain(signed.round);
  const winners = await page.getByRole("region", { name: "The winners" }).textContent();
  expect(winners).not.toContain("#4");

  const audience = await (await browser.newContext()).newPage();
  await audience.goto(`${site.origin}/raffle/${codeId}/live`);
  const { results: drawn } = JSON.parse(await (await request.get(`/api/raffles/${codeId}/draw`)).text());
  await page.goto(`/draw-desk/${codeId}/${accessCode}`);
  for (const { winners: won } of drawn) {
    await page.getByRole("button", { name: "Turn the drum" }).click();
    await page.getByRole("button", { name: "Show who won" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Shown" })).toBeVisible();
    for (const ticket of won) await expect(audience.getByText(`#${ticket}`).first()).toBeVisible();
  }
  await page.getByRole("button", { name: "End the show" }).click();
  await expect(page.getByText("The show is over.")).toBeVisible();
  await audience.context().close();

  const link = /http\S+\/draw\?lock=\S+/.exec(locked()[0]?.mail.text ?? "")?.[0] ?? "";
  await page.goto(link);
  await page.getByText("For experts").click();
  await page.getByLabel("Another chain of drand").setInputFiles(relay.infoFile);
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText("This device drew again and got the same:")).toBeVisible();
  await sayBefore(page);
  await expect(page.getByText("Fixed before: proven to you")).toBeVisible();
  await expect(page.getByText("a chain that was given by hand")).toBeVisible();

  const folder = await mkdtemp(join(tmpdir(), "tambiolo-draw-"));
  const [transcript, list] = [join(folder, "transcript.json"), join(folder, "list.jsonl")];
  // Asked for once: the recipes block this process for seconds, in which the site ends an idle connection.
  const published = await (await request.get(`/api/raffles/${codeId}/draw`)).text();
  await writeFile(transcript, published);
  await writeFile(list, await (await request.get(`/api/raffles/${codeId}/draw/tickets`)).text());
  const own = join(folder, "ticket.json");
  await writeFile(own, JSON.stringify(jsonFilesOf(locked()[0]?.mail ?? { attachments: [] })[0]));
  expect(await verify(transcript, list, "--mine", own, "--chain", relay.infoFile)).toMatchObject({ code: 0 });
  expect(await verify(transcript, list, "--lock", lockHash, "--chain", relay.infoFile)).toMatchObject({ code: 0 });
  expect(await verify(transcript, list, "--chain", relay.infoFile)).toMatchObject({ code: 3 });
  expect(runRecipe(folder, "sh", "lock-hash")).toBe(lockHash);
  expect(runRecipe(folder, "sh", "signature")).toContain("Success");
  const { lock, results } = JSON.parse(published);
  expect(runRecipe(folder, "python", "winners")).toContain(`root ${lock.root}`);
  for (const { prizeCode, winners: won } of results) {
    expect(runRecipe(folder, "python", "winners")).toContain(`${prizeCode} [${won.join(", ")}]`);
  }
  await rm(folder, { recursive: true });
  expect(site.log()).not.toContain(accessCode);
});
