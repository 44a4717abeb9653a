import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { createPictures } from "#src/raffles/pictures/pictures.ts";
import { type WalletTexts, walletSvg } from "./wallet-svg.ts";

const pictures = createPictures();
afterAll(() => pictures.stop());
const draw = (texts: WalletTexts) => pictures.draw({ svg: walletSvg(texts), pictures: [] }, "png");

const TEXTS = { raffle: "Fiesta", prize: "Queso de bola", winner: "Maria Peña", code: "01AB9-XYZ7T" };
const link = "https://raffles.example/voucher/01AB9XYZ7T";

test.each([
  ["plain texts", TEXTS],
  ["marks of XML and letters that it cannot hold", { ...TEXTS, prize: `<b>&"'\u0007\ud800</svg>`, winner: "</text>" }],
  ["endless texts", { ...TEXTS, raffle: "x".repeat(200), prize: "many words ".repeat(60), winner: "ñ".repeat(120) }],
  ["other scripts", { ...TEXTS, prize: "景品 🎉 جائزة", winner: "山田" }],
])("a picture with %s is drawn, and cameras read its QR code", async (_of, texts) => {
  const drawn = await draw({ ...texts, link });
  if (!drawn.ok) throw new Error(drawn.refusal.reason);
  const { data, info } = await sharp(drawn.value).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1080, 1620]);
  expect(decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })).toBe(link);
});

test("a name is drawn in letters: another one makes another picture", async () => {
  const [one, other] = [await draw({ ...TEXTS, link }), await draw({ ...TEXTS, winner: "Jose Dizon", link })];
  expect(one.ok && other.ok && Buffer.from(one.value).equals(other.value)).toBe(false);
});
