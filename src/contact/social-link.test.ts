import { describe, expect, it } from "vitest";
import { startCpuClock } from "../../tests/support/cpu-time.ts";
import { FACEBOOK_BASE, INSTAGRAM_BASE, profileLink } from "./social-link.ts";

const BASES = [
  ["facebook", FACEBOOK_BASE],
  ["instagram", INSTAGRAM_BASE],
] as const;

describe.each(BASES)("a profile at %s", (network, base) => {
  it.each(["juan", "juan.dela-cruz_99", "A", "0", "x".repeat(100)])("is known by the username %j", (username) => {
    const ways = [
      username,
      `@${username}`,
      base + username,
      `${base}${username}/`,
      `${network}.com/${username}`,
      `HTTP://M.${network.toUpperCase()}.COM/${username}?igsh=MzRlODBiNWFlZA==&utm_source=qr`,
      `https://${network}.com/${username}?mibextid=ZbWKwL#top`,
      `${network}.com/@${username}`,
    ];
    for (const typed of ways) expect([typed, profileLink(network, typed)]).toEqual([typed, base + username]);
  });

  it.each(["", base, base.slice(0, -1), base.toUpperCase(), base.replace("https://www.", "")])(
    "is not there in %j, which the form is filled with",
    (typed) => {
      expect(profileLink(network, typed)).toBe("");
    },
  );

  it.each([
    "juan dela cruz",
    "@",
    "-",
    "..",
    "juan@example.com",
    `${base}juan dela cruz`,
    `${base}juan/photos`,
    `${base}.`,
    `${base}../`,
    `${base}peña`,
    `${base}juan\n`,
    `${base}${"x".repeat(101)}`,
    `${base}/juan`,
    `${base}<script>`,
    base.replace("https:", "javascript:").concat("juan"),
    base.replace(".com", ".com.evil.example").concat("juan"),
    base.replace("www.", "www.evil.example/").concat("juan"),
    base.replace("www.", "evil-").concat("juan"),
    base.replace("www.", "user@").concat("juan"),
    base.replace(".com", "xcom").concat("juan"),
    ` ${base}juan`,
  ])("is not %j", (typed) => {
    expect(profileLink(network, typed)).toBeNull();
  });

  it("is not the other network's", () => {
    const [, other] = BASES.find(([name]) => name !== network) as (typeof BASES)[number];
    expect(profileLink(network, `${other}juan`)).toBeNull();
  });

  it("is the same when it is read again, and a hostile text does not hold it up", () => {
    for (const typed of ["juan", `${base}juan?x=1`]) {
      const once = profileLink(network, typed) ?? "";
      expect(profileLink(network, once)).toBe(once);
    }
    const spent = startCpuClock();
    expect(profileLink(network, `${base}${"a/".repeat(500_000)}`)).toBeNull();
    expect(profileLink(network, `${base}${"/?".repeat(490)}`)).toBeNull();
    expect(spent()).toBeLessThan(2000);
  });
});

describe("people without a username at Facebook", () => {
  it.each([
    ["https://www.facebook.com/profile.php?id=100012345678901", "profile.php?id=100012345678901"],
    ["facebook.com/profile.php?mibextid=x&id=100012345678901", "profile.php?id=100012345678901"],
    ["https://www.facebook.com/people/Ana-Reyes/100012345678901/", "profile.php?id=100012345678901"],
    ["https://www.facebook.com/share/1AbCdEfG2h/", "share/1AbCdEfG2h"],
    ["https://www.facebook.com/share/p/1AbCdEfG2h/?mibextid=x", "share/p/1AbCdEfG2h"],
    ["https://fb.com/juan", "juan"],
  ])("are known by %s", (typed, path) => {
    const link = profileLink("facebook", typed);
    expect(link).toBe(FACEBOOK_BASE + path);
    expect(profileLink("facebook", link ?? "")).toBe(link);
  });

  it.each(["profile.php", "profile.php?id=", "profile.php?id=x", "share/", "share/a/b/c", "people/Ana/x", "people"])(
    "are not known by %s",
    (path) => {
      expect(profileLink("facebook", FACEBOOK_BASE + path)).toBeNull();
    },
  );

  it("have no such address at Instagram", () => {
    expect(profileLink("instagram", `${INSTAGRAM_BASE}share/abc`)).toBeNull();
  });
});
