import { expect, test } from "vitest";
import { mailKeys } from "#src/mail/address-key.ts";
import { stopMail } from "#src/mail/mail-stops.ts";
import { MAIL_COLUMNS } from "#src/mail/read.ts";
import type { Mail } from "#src/mail/schema.ts";
import { registerAccount } from "../../../tests/support/account.ts";
import { siteMailLimits } from "../../../tests/support/mail-admission.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { OWNER, proveOrganiser, proveOwner } from "../organiser.ts";
import { invitationRenderer } from "./invitation-mail.ts";
import { inviteMember, listInvitations, revokeInvitation } from "./invitations.ts";
import { adoptRaffle } from "./members.ts";

const api = await openTestApi();
const { site } = api;
const { db } = site;
const keys = mailKeys(site.secret);
const render = invitationRenderer(site.config, { keys, secret: site.secret, clock: site.clock });

const raffle = await api.createRaffle({ name: "Win at evil.example/now" });
const registered = (await registerAccount(site, "owner@example.com")).account;
await db.updateTable("users").set({ emailVerified: true, username: "www.bad.example" }).execute();
const account = { ...registered, emailVerified: true };
await adoptRaffle(site, await organiserScope(site, raffle), account);
const deps = { ...site, reader: db, address: "192.0.2.1", account };
const organiser = await proveOrganiser(deps, { raffle: raffle.id, accessCode: OWNER, exact: true });
const owner = organiser.ok ? await proveOwner(db, organiser.value, account) : null;
if (!owner) throw new Error("no owner");

/** Invites somebody, and answers the link's token and the mail that waits. */
async function invite(email: string, role = "helper") {
  const by = { ...site, address: "192.0.2.1", solution: "", account, language: "en", sendsMail: true } as const;
  const invited = await inviteMember(site, owner as NonNullable<typeof owner>, { email, role }, by);
  if (!invited.ok) throw new Error(invited.refusal.reason);
  const mail = await db.selectFrom("mails").select(MAIL_COLUMNS).orderBy("id", "desc").executeTakeFirstOrThrow();
  return { token: invited.value.token, mail: { ...mail, attempts: 1 } as Mail };
}

test("an invitation's mail holds the link that the screen shows, and nothing that a stranger could make a link of", async () => {
  const { token, mail } = await invite("lola@example.ph");
  const sent = await render(db, mail);
  expect(sent?.to).toEqual({ name: "", address: "lola@example.ph" });
  expect(sent?.text).toContain(`${site.config.origin}/invitation/${token}`);
  expect(sent?.text).toContain("As a helper you may add paper entries");
  expect(sent?.text).not.toMatch(/evil\.example|bad\.example/);
  expect(sent?.subject).toBe("You are invited to help with a raffle at Tambiolo");
  const organising = await invite("lolo@example.ph", "organiser");
  expect((await render(db, organising.mail))?.subject).toBe("You are invited to organise a raffle at Tambiolo");
  // The same again, if a server lost it.
  expect((await render(db, { ...mail, attempts: 2 }))?.text).toBe(sent?.text);
  for (const language of ["de", "fil"] as const) {
    const other = await render(db, { ...mail, language, attempts: 2 });
    expect(other?.text).toContain(token);
    expect(other?.text).not.toMatch(/\{\{|invitation\./);
  }
});

test("none is sent after its end, to an address that stopped such mail, or to one that got enough", async () => {
  const revoked = await invite("revoked@example.ph");
  const [open] = await listInvitations(db, owner, new Date());
  await revokeInvitation(site, owner, open?.id ?? "");
  expect(await render(db, revoked.mail)).toBeNull();

  const stopped = await invite("stopped@example.ph");
  const stopUrl = (await render(db, stopped.mail))?.unsubscribeUrl ?? "";
  expect(await stopMail({ db, keys }, new URL(stopUrl).pathname.split("/").at(-1) ?? "")).toBe(true);
  expect(await render(db, stopped.mail)).toBeNull();

  const admit = siteMailLimits(db, site.secret);
  const sent: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const { mail } = await invite("often@example.ph");
    const message = await render(db, mail);
    sent.push(message ? String(await admit(mail, message)) : "none");
  }
  expect(sent).toEqual(["now", "now", "now", "never", "never"]);
});
