import { describe, expect, it } from "vitest";
import { checkSocialLink, FACEBOOK_BASE, INSTAGRAM_BASE } from "./social-link.ts";

const BASES = [
  ["facebook", FACEBOOK_BASE],
  ["instagram", INSTAGRAM_BASE],
] as const;

describe.each(BASES)("a link to %s", (network, base) => {
  it.each(["juan", "juan.dela-cruz_99", "A", "0", "a/", "x".repeat(100)])("takes the username %j", (username) => {
    expect(checkSocialLink(network, base + username)).toBe("valid");
  });

  it("takes the other addresses of the network, in any case", () => {
    const host = `${network}.com/juan`;
    for (const start of ["https://", "https://www.", "https://m.", "HTTPS://WWW."]) {
      expect(checkSocialLink(network, start + host)).toBe("valid");
    }
  });

  it.each(["", base, base.slice(0, -1), base.toUpperCase()])(
    "finds none in %j, which the form is filled with",
    (typed) => {
      expect(checkSocialLink(network, typed)).toBe("empty");
    },
  );

  it.each([
    "juan",
    "@juan",
    `${base}juan dela cruz`,
    `${base}juan/photos`,
    `${base}juan?id=1`,
    `${base}juan#top`,
    `${base}.`,
    `${base}../`,
    `${base}peña`,
    `${base}juan\n`,
    `${base}${"x".repeat(101)}`,
    `${base}/juan`,
    `${base}<script>`,
    base.replace("https", "http").concat("juan"),
    base.replace("https:", "javascript:").concat("juan"),
    base.replace(".com", ".com.evil.example").concat("juan"),
    base.replace("www.", "www.evil.example/").concat("juan"),
    base.replace("www.", "evil-").concat("juan"),
    base.replace("www.", "user@").concat("juan"),
    base.replace(".com", "xcom").concat("juan"),
    ` ${base}juan`,
  ])("refuses %j", (typed) => {
    expect(checkSocialLink(network, typed)).toBe("invalid");
  });

  it("refuses the other network's link", () => {
    const [, other] = BASES.find(([name]) => name !== network) as (typeof BASES)[number];
    expect(checkSocialLink(network, `${other}juan`)).toBe("invalid");
  });

  it("is not held up by a hostile text", () => {
    const began = performance.now();
    expect(checkSocialLink(network, `${base}${"a/".repeat(500_000)}`)).toBe("invalid");
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
