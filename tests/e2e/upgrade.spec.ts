import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { entryBody, raffleBody } from "../support/api.ts";
import { copyProject } from "../support/project-copy.ts";
import { type SiteProcess, startSite } from "../support/site.ts";
import { fillEntryForm } from "./fill-entry-form.ts";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";

const PROJECT = join(import.meta.dirname, "../..");
/** The pages as they are built: the first start need not build the same again. */
const BUILT = ["build", "build-before"];

test("forms that were open during an upgrade are sent, and pages find the scripts they began with @javascript @long", async ({
  browser,
  request,
}) => {
  const project = await copyProject();
  for (const folder of BUILT) await cp(join(PROJECT, folder), join(project, folder), { recursive: true });
  const dataDir = await mkdtemp(join(tmpdir(), "tambiolo-upgraded-"));
  const context = await browser.newContext({ locale: "en-US" });
  let site: SiteProcess | undefined;
  try {
    site = await startSite({ project, dataDir });
    const { origin, port } = site;
    const created = await request.post(`${origin}/api/raffles`, { data: raffleBody() });
    const { codeId, accessCode } = (await created.json()) as { codeId: string; accessCode: string };
    const [entry, edit] = [await context.newPage(), await context.newPage()];
    await openStarted(entry, `${origin}/raffle-entry/${codeId}`);
    await fillEntryForm(entry, entryBody());
    await openStarted(edit, `${origin}/edit-raffle/${codeId}/${accessCode}`);
    await edit.getByLabel("Name").first().fill("Typed before the upgrade");
    const before = /\/assets\/root-\S+?\.js/.exec(await edit.content())?.[0] ?? "";
    expect((await request.get(origin + before)).status()).toBe(200);
    await site.stop();

    const root = join(project, "web/root.tsx");
    await writeFile(root, (await readFile(root, "utf8")).replace('id="main"', 'id="main" data-upgraded=""'));
    site = await startSite({ project, dataDir, port });
    const now = await (await request.get(`${origin}/edit-raffle/${codeId}/${accessCode}`)).text();
    expect(now).toContain("data-upgraded");
    expect(now).not.toContain(before);
    expect((await request.get(origin + before)).status()).toBe(200);

    await entry.getByRole("button", { name: "Submit" }).click();
    await expect(entry.getByRole("heading", { name: "We have your entry" })).toBeVisible();
    await edit.getByRole("button", { name: "Save raffle" }).last().click();
    await expect(edit.getByText("Raffle saved.")).toBeVisible();
    expect(await (await request.get(`${origin}/api/raffles/${codeId}`)).json()).toMatchObject({
      name: "Typed before the upgrade",
    });
  } finally {
    await context.close();
    await site?.stop();
    for (const folder of [project, dataDir]) await rm(folder, { recursive: true, force: true });
  }
});
