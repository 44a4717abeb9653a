import { expect, it } from "vitest";
import { PASSWORD } from "../../../tests/support/account.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

const PAGE = "/change-email";

it("says without mail what is so: the new address, or one that waits for a link", async () => {
  const { origin, database } = await sharedSite();
  const { ask } = openVisitor(origin);
  const [old, moved, asked] = ["old", "moved", "asked"].map((name) => `${name}-address@example.com`);
  await ask("/register", { username: "Nena", email: old ?? "", password: PASSWORD, repeated: PASSWORD });
  const wrong = await ask(PAGE, { email: moved ?? "", password: "another street" });
  expect([wrong.status, await wrong.text()]).toEqual([403, expect.stringContaining(`value="${moved}"`)]);
  const changed = await ask(PAGE, { email: moved ?? "", password: PASSWORD });
  expect([changed.status, changed.headers.get("location")]).toEqual([303, `${PAGE}?done=changed`]);
  const done = await (await ask(`${PAGE}?done=changed`)).text();
  expect(done).toContain(`Your email is ${moved} now.`);
  expect(done).not.toContain('name="password"');
  expect(done).toMatch(/<a[^>]* href="\/profile"[^>]*>Go to your profile/);

  // As one that was asked for while the site still had a mail server.
  const waits = { newEmail: asked ?? "", emailAskedAt: new Date() };
  await database.db
    .updateTable("users")
    .set(waits)
    .where("email", "=", moved ?? "")
    .execute();
  for (const page of [PAGE, `${PAGE}?done=changed`]) {
    const waiting = await (await ask(page)).text();
    expect(waiting).toContain(`You asked to change your email to ${asked}.`);
    expect(waiting).toContain("This site sends no mail at the moment.");
    expect(waiting).toContain('name="password"');
  }
});
