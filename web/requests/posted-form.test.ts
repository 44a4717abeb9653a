import { expect, test } from "vitest";
import { RAFFLE_LIMITS } from "#src/raffles/limits.ts";
import { PRIZE_FIELDS } from "#src/raffles/row-fields.ts";
import { startCpuClock } from "../../tests/support/cpu-time.ts";
import { readForm } from "./posted-form.ts";

function post(body: BodyInit, type?: string): Request {
  return new Request("http://localhost/create-raffle", {
    method: "POST",
    body,
    ...(type && { headers: { "content-type": type } }),
  });
}

/** The largest possible raffle as a browser sends it, with a picture. */
function largestRaffle(): FormData {
  const form = new FormData();
  for (let index = 0; index < RAFFLE_LIMITS.prizes; index++) {
    for (const field of ["prizeCode", "name", "details", "worth", "numberOfWinners", "orderNumber", "id"]) {
      form.append(`prizes.${index}.${field}`, "x".repeat(PRIZE_FIELDS.details.maxLength));
    }
    for (const field of ["number", "details", "drops", "id"]) form.append(`rules.${index}.${field}`, "ü".repeat(1000));
  }
  form.append("banner", new File([new Uint8Array(100_000).fill(38)], "photo.jpg"));
  return form;
}

test("the largest raffle with a picture is read", async () => {
  const form = await readForm(post(largestRaffle()), "en");
  expect([...form.keys()].length).toBe(1101);
  expect((form.get("banner") as File).size).toBe(100_000);
});

test.each(["application/x-www-form-urlencoded", "multipart/form-data; boundary=xx"])(
  "a form of more fields than any has is refused before it is read: %s",
  async (type) => {
    const field = type.startsWith("multipart")
      ? '--xx\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'
      : "a=1&";
    const end = type.startsWith("multipart") ? "--xx--\r\n" : "";
    const hostile = field.repeat(100_000) + end;
    const reading = startCpuClock();
    await post(hostile, type).formData();
    const read = reading();
    const spent = startCpuClock();
    await expect(readForm(post(hostile, type), "en")).rejects.toMatchObject({ init: { status: 413 } });
    // Beside what it costs to read them, on the same machine.
    expect(spent()).toBeLessThan(read / 2);
    expect([...(await readForm(post(field.repeat(1900) + end, type), "en")).keys()].length).toBe(1900);
  },
);

test("what is no form is refused with a page that says so", async () => {
  await expect(readForm(post("{}", "application/json"), "en")).rejects.toMatchObject({ init: { status: 400 } });
  await expect(readForm(post("--a\r\n", "multipart/form-data; boundary=a"), "en")).rejects.toMatchObject({
    init: { status: 400 },
  });
});
