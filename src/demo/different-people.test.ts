import { expect, it } from "vitest";
import { proveOrganiser } from "#src/access/organiser.ts";
import { listLookAlikes } from "#src/draws/checking/look-alikes.ts";
import { indexNextEntries } from "#src/entries/lists/search-index.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { drawPeople } from "./fake-people.ts";
import { createSeededRandom } from "./seeded-random.ts";

const { database, ...api } = await openTestApi({ RATE_LIMITS: "off" });

it("a thousand pairs of different people are not alike, siblings and namesakes among them", async () => {
  const raffle = await api.createRaffle();
  const claim = { raffle: raffle.id, accessCode: raffle.accessCode };
  const proved = await proveOrganiser({ ...api.site, reader: database.db, address: "192.0.2.1" }, claim);
  if (!proved.ok) throw new Error(proved.refusal.reason);
  const random = createSeededRandom(26);
  // Each hundred has names of its own: there are too few for all.
  const people = Array.from({ length: 20 }, () => drawPeople(random, 100)).flat();
  const entries: string[][] = [];
  for (let pair = 0; pair < 1000; pair++) {
    const [one, other] = people.slice(2 * pair, 2 * pair + 2);
    if (!one || !other) throw new Error("There are too few people.");
    const streets = ["Rizal St.", "Mabini St.", "Mango Ave.", "Luna St."].map((street) => `${pair} ${street}, Jaro`);
    const first = random.pick(streets);
    // Of three pairs one are siblings at one address, one namesakes at two, and one strangers at one.
    const kind = pair % 3;
    const isSibling = kind === 0 && one.firstName !== other.firstName;
    entries.push([one.firstName, one.lastName, first, one.phone, `${pair}.${one.email}`]);
    entries.push([
      kind === 1 ? one.firstName : other.firstName,
      isSibling || kind === 1 ? one.lastName : other.lastName,
      kind === 1 ? `${pair} Burgos St., Molo` : first,
      other.phone,
      `other.${pair}.${other.email}`,
    ]);
  }
  const keyed = entries.map(([firstName = "", lastName = "", address = "", phone = "", emailKey = ""]) => {
    const phoneKey = phone.replace(/^0/, "+63").replace(/[^+\d]/g, "");
    return { firstName, lastName, address, phoneKey, emailKey };
  });
  const insert = `insert into entries (raffle_id, id, entry_code, first_name, last_name, address, phone, phone_key, email,
      email_key, done_rules, wishes, promotions, terms_accepted_at, submission_hash)
    select $1, gen_random_uuid(), translate(to_char(n, 'FM00000000'), '0123456789', 'ABCDEFGHIJ'), p ->> 'firstName',
      p ->> 'lastName', p ->> 'address', p ->> 'phoneKey', p ->> 'phoneKey', p ->> 'emailKey', p ->> 'emailKey', '{}', '[]',
      false, now(), sha256(n::text::bytea)
    from jsonb_array_elements($2::jsonb) with ordinality as e (p, n)`;
  await database.pool.query(insert, [raffle.id, JSON.stringify(keyed)]);
  while ((await indexNextEntries(database.db)).changes > 0);
  const { groups } = await listLookAlikes(database.db, proved.value, "person", { after: null, shown: 1 });
  expect(groups.map(({ shown, signals }) => [shown[0]?.firstName, shown[0]?.lastName, signals])).toEqual([]);
});
