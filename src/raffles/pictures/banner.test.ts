import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { bannerDrawing } from "./banner.ts";
import { BANNER_SIZE, type Banner, MAX_BANNER_BYTES } from "./banner-format.ts";
import { createPictures } from "./pictures.ts";

const pictures = createPictures();

afterAll(() => pictures.stop());

const INVALID = { ok: false, refusal: { reason: "banner-invalid", fields: { banner: [{ key: "bannerInvalid" }] } } };
const RED = { r: 200, g: 30, b: 30 };
const BLUE = { r: 30, g: 30, b: 200 };

/** A photo like a phone's, whose metadata contain the place and the maker. */
function photo(width: number, height: number) {
  const picture = sharp({ create: { width, height, channels: 3, background: RED } });
  return picture
    .withIccProfile("p3")
    .withExif({
      IFD0: { Make: "SecretMaker", Copyright: "SecretOwner" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "10/1 43/1 12/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "122/1 33/1 0/1",
      },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>');
}

async function encoded(upload: Uint8Array): Promise<Banner> {
  const outcome = await pictures.encode(upload);
  if (!outcome.ok) throw new Error(outcome.refusal.reason);
  return outcome.value;
}

async function colourAt(picture: Uint8Array, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer({
    resolveWithObject: true,
  });
  return [...data.subarray(0, 3)];
}

describe("an uploaded banner", () => {
  it("is re-encoded as PNG and WebP in the banner's size, with nothing of its metadata", async () => {
    const upload = await photo(1600, 1000).jpeg().toBuffer();
    const before = await sharp(upload).metadata();
    expect(before.exif?.includes("SecretMaker") && before.xmp && before.icc).toBeTruthy();
    const banner = await encoded(upload);
    for (const format of ["png", "webp"] as const) {
      const after = await sharp(banner[format]).metadata();
      expect(after).toMatchObject({ format, width: BANNER_SIZE.width, height: BANNER_SIZE.height });
      expect([after.exif, after.xmp, after.iptc, after.icc, after.comments]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(Buffer.from(banner[format]).includes("Secret")).toBe(false);
    }
  });

  it("keeps nothing that is hidden behind the picture", async () => {
    const picture = await photo(1300, 700).jpeg().toBuffer();
    const polyglot = Buffer.concat([picture, Buffer.from("<script>alert(document.domain)</script>")]);
    const { png, webp } = await encoded(polyglot);
    expect([png, webp].some((bytes) => Buffer.from(bytes).includes("script"))).toBe(false);
  });

  it("is turned upright as its metadata say, before these are dropped", async () => {
    const strip = await sharp({ create: { width: 630, height: 600, channels: 3, background: BLUE } })
      .png()
      .toBuffer();
    const sideways = await sharp({ create: { width: 630, height: 1200, channels: 3, background: RED } })
      .composite([{ input: strip, top: 0, left: 0 }])
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { png } = await encoded(sideways);
    const [left, right] = [await colourAt(png, 100, 300), await colourAt(png, 1100, 300)];
    expect(right[2]).toBeGreaterThan(150);
    expect(left[0]).toBeGreaterThan(150);
  });

  it.each(["png", "webp"] as const)("may be a %s of any shape", async (format) => {
    const upload = await sharp({ create: { width: 90, height: 300, channels: 4, background: { ...BLUE, alpha: 0.5 } } })
      .toFormat(format)
      .toBuffer();
    const { webp } = await encoded(upload);
    expect(await sharp(webp).metadata()).toMatchObject(BANNER_SIZE);
  });
});

describe("what is no banner", () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/hostname"/></svg>`;

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["text", Buffer.from("This is not a picture.")],
    ["a web page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["an SVG", Buffer.from(svg)],
    ["an SVG behind a declaration", Buffer.from(`<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY a "b">]>\n${svg}`)],
    ["a PDF", Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF")],
    ["noise", Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251))],
    ["the start of a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])],
  ])("%s is refused", async (_name, upload) => {
    expect(await pictures.encode(upload)).toEqual(INVALID);
  });

  it.each(["jpeg", "png", "webp"] as const)("a %s that was cut off is refused", async (format) => {
    const whole = await sharp({
      create: {
        width: 800,
        height: 600,
        channels: 3,
        background: RED,
        noise: { type: "gaussian", mean: 128, sigma: 60 },
      },
    })
      .toFormat(format)
      .toBuffer();
    expect(await pictures.encode(whole.subarray(0, whole.length / 2))).toEqual(INVALID);
  });

  it.each(["tiff", "gif", "avif"] as const)(
    "a %s is refused, as any format that phones do not send",
    async (format) => {
      const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: RED } })
        .toFormat(format)
        .toBuffer();
      expect(await pictures.encode(picture)).toEqual(INVALID);
    },
  );

  it("a line that would become millions of pixels long before it is cut is refused", async () => {
    const line = await sharp({ create: { width: 20, height: 20_000, channels: 3, background: RED } })
      .png()
      .toBuffer();
    expect(await pictures.encode(line)).toEqual(INVALID);
  });

  it("a small file that unpacks to an enormous picture is refused", async () => {
    const bomb = await sharp({ create: { width: 5001, height: 5000, channels: 3, background: RED } })
      .png({ palette: true, colours: 2, effort: 1 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(MAX_BANNER_BYTES);
    const fields = { banner: [{ key: "bannerTooManyPixels", params: { max: 25 } }] };
    expect(await pictures.encode(bomb)).toEqual({ ok: false, refusal: { reason: "banner-too-large", fields } });
  });

  it("a file that is too large is refused with what is allowed", async () => {
    expect(await pictures.encode(new Uint8Array(MAX_BANNER_BYTES + 1))).toEqual({
      ok: false,
      refusal: { reason: "banner-too-large", fields: { banner: [{ key: "bannerTooLarge", params: { max: 8 } }] } },
    });
  });
});

describe("a drawn banner", () => {
  it("has the banner's size, is the same each time and its own for each code", async () => {
    for (const format of ["png", "webp"] as const) {
      const outcomes = await Promise.all(
        ["AB12CD34", "AB12CD34", "ZZ99ZZ99"].map((codeId) => {
          const row = { name: "", accentColor: "", logo: "", stored: null };
          return pictures.draw(bannerDrawing({ codeId, row, ...BANNER_SIZE }), format);
        }),
      );
      const [first, again, other] = outcomes.map((outcome) => (outcome.ok ? Buffer.from(outcome.value) : null));
      expect(await sharp(first as Buffer).metadata()).toMatchObject({ format, ...BANNER_SIZE });
      expect(first?.equals(again as Buffer)).toBe(true);
      expect(first?.equals(other as Buffer)).toBe(false);
    }
  });
});
