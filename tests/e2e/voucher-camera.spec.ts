import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { encode } from "uqr";
import { shownRaffle } from "./drawn-raffle.ts";
import { ownAddress } from "./own-address.ts";
import { test } from "./test.ts";

const [WIDTH, HEIGHT] = [640, 480];
/** Grey, in each plane of colour. */
const NO_COLOUR = 128;

/** A film of one picture, in the format that Chromium takes for a camera: a QR code on a grey table. */
function filmOf(text: string): Buffer {
  const { data, size } = encode(text, { border: 3 });
  const luma = Buffer.alloc(WIDTH * HEIGHT, 150);
  const module = Math.floor((HEIGHT * 0.6) / size);
  const [left, top] = [200, 90];
  for (let y = 0; y < size * module; y += 1) {
    for (let x = 0; x < size * module; x += 1) {
      const isDark = data[Math.floor(y / module)]?.[Math.floor(x / module)];
      luma[(top + y) * WIDTH + left + x] = isDark ? 40 : 230;
    }
  }
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, NO_COLOUR);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, chroma]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([head, frame, frame, frame, frame]);
}

const verdict = (page: Page) => page.getByRole("heading", { level: 1 });

test("a camera that sees a voucher shows whose it is, and goes on to the next @javascript", async ({
  playwright,
  request,
  baseURL,
}) => {
  const raffle = await shownRaffle(request);
  await raffle.lock();
  await raffle.draw();
  const [cheese] = await raffle.claim();
  const folder = await mkdtemp(join(tmpdir(), "tambiolo-film-"));
  const film = join(folder, "voucher.y4m");
  await writeFile(film, filmOf(`${baseURL}/voucher/${cheese?.code}`));
  const { launchOptions = {} } = test.info().project.use;
  // The browser without windows has nobody whom it could ask, but for this switch.
  const camera = [
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${film}`,
  ];
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), ...camera],
  });
  const context = await browser.newContext({ baseURL: baseURL ?? "", extraHTTPHeaders: ownAddress() });
  const page = await context.newPage();
  const decoders: string[] = [];
  page.on("request", (asked) => asked.url().includes("scan-worker") && decoders.push(asked.url()));
  await page.goto(`/draw-desk/${raffle.codeId}/${raffle.accessCode}`);
  await page.goto("/voucher");
  const scan = page.getByRole("button", { name: "Scan with the camera" });
  expect(decoders).toEqual([]);
  await scan.click();
  await expect(verdict(page)).toHaveText("VALID");
  expect(decoders).toHaveLength(1);
  await expect(page.getByText("Jose Dizon")).toBeVisible();
  await page.getByRole("button", { name: "Hand the prize over" }).click();
  await expect(verdict(page)).toHaveText("HANDED OVER");
  // The camera still sees the same voucher.
  await page.getByRole("link", { name: "Next" }).click();
  await expect(verdict(page)).toHaveText("USED");
  expect(decoders).toHaveLength(1);
  await browser.close();
  await rm(folder, { recursive: true });
  await raffle.close();
});

test("a browser without a camera says so, and the code is typed @javascript", async ({ page, request }) => {
  const raffle = await shownRaffle(request);
  await page.goto(`/draw-desk/${raffle.codeId}/${raffle.accessCode}`);
  await page.goto("/voucher");
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await expect(page.getByText("The camera could not be opened.")).toBeVisible();
  await expect(page.getByLabel("Voucher code")).toBeVisible();
  await raffle.close();
});
