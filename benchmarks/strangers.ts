import { setTimeout as delay } from "node:timers/promises";
import { type MailServer, startMailServer } from "../tests/support/mail-server.ts";
import { type CrowdSite, startCrowdSite } from "./crowd-site.ts";
import { hostilePictures, type Picture } from "./hostile-pictures.ts";
import { countOf, type Figure, median, watch } from "./measure.ts";
import { watchMemory } from "./memory.ts";
import { type Codes, createStranger, LATER, person, raffle, type Stranger } from "./stranger.ts";
import { measureStrangerMails } from "./stranger-mails.ts";
import { measureStrangerResources } from "./stranger-resources.ts";

// What one attacker can do to a site. Uses HTTP only and does not know the site's limits, so the same file can measure
// versions before and after the limits.

const GUESSING = { connections: 32, seconds: 10 };
const RAFFLES_AT_ONCE = 8;
const RAFFLES_SECONDS = 10;
const VICTIM_RAFFLES = 25;
const GUESSED_RAFFLES = 10;
const GUESSES_A_RAFFLE = 50;
/** Milliseconds to wait for the last mails. A test mail follows: once it has arrived, earlier ones have too. */
const LAST_MAILS_MS = 5_000;
const MAX_MAIL_MS = 60_000;
const HOME_EVERY_MS = 50;
const HOME_ALONE_MS = 3_000;
const MAX_MB = 1024;

/** The load of an attacker with many addresses, and its effects on other visitors. */
export async function measureStrangers(say: (line: string) => void): Promise<Figure[]> {
  const mails = await startMailServer();
  const crowd = await startCrowdSite({ SMTP_URL: mails.url, MAIL_FROM: "raffles@example.com" });
  try {
    const stranger = createStranger(crowd.site.origin);
    return [
      ...(await guessEntryCodes(stranger)),
      ...(await askWhoEntered(stranger)),
      ...(await guessAccessCodes(stranger)),
      ...(await mailAVictim(stranger, mails, say)),
      ...(await measureStrangerMails(stranger, mails)),
      ...(await makeRaffles(stranger)),
      ...(await sendPictures(stranger, crowd, say)),
      ...(await measureStrangerResources(stranger)),
    ];
  } finally {
    await crowd.stop();
    await mails.close();
  }
}

/** Tries entry codes, each attempt from another network of one customer. */
async function guessEntryCodes(stranger: Stranger): Promise<Figure[]> {
  const statuses = await inParallel(GUESSING.connections, GUESSING.seconds, async () => {
    const code = Array.from({ length: 8 }, () => String.fromCharCode(65 + Math.floor(Math.random() * 26))).join("");
    const answer = await stranger.send(`/api/entries/${code}`);
    await answer.arrayBuffer();
    return answer.status;
  });
  return [
    countOf(`strangers: entry codes compared in ${GUESSING.seconds} s, one /48`, times(statuses, 404), statuses.length),
  ];
}

/** Tries to find out who is in a raffle, with a phone number that is already in it. */
async function askWhoEntered(stranger: Stranger): Promise<Figure[]> {
  const made = await stranger.makeRaffle("A raffle with people in it");
  if (!made) throw new Error("A stranger's first raffle was not taken.");
  const path = `/api/raffles/${made.codeId}/entries`;
  for (const number of [1, 2]) {
    const answer = await stranger.send(path, { json: person(number) });
    if (answer.status !== 201) throw new Error(await answer.text());
  }
  const asked = 100;
  const address = stranger.nextNetwork();
  let revealed = 0;
  for (let probe = 0; probe < asked; probe += 1) {
    // The attacker's own phone, with the e-mail address of a person who is in the raffle, or of one who is not.
    const json = person(1, { email: `maria.${probe % 2 === 0 ? 2 : 1000 + probe}@example.com` });
    const answer = await stranger.send(path, { json, address });
    const { errors = {} } = (await answer.json()) as { errors?: Record<string, unknown> };
    if (probe % 2 === 0 && "email" in errors) revealed += 1;
  }
  return [countOf("strangers: times that somebody else's entry was told of", revealed, asked / 2)];
}

/** Tries access codes of several raffles, each attempt from another network. */
async function guessAccessCodes(stranger: Stranger): Promise<Figure[]> {
  const raffles: Codes[] = [];
  for (let number = 0; number < GUESSED_RAFFLES; number += 1) {
    const made = await stranger.makeRaffle(`A raffle to be opened ${number}`, `198.51.100.${number}`);
    if (made) raffles.push(made);
  }
  const guesses = raffles.flatMap(({ codeId, accessCode }) =>
    Array.from({ length: GUESSES_A_RAFFLE }, (_, guess) => ({ codeId, accessCode, guess })),
  );
  const statuses: number[] = [];
  for (const { codeId, accessCode, guess } of guesses) {
    const typed = `Z${String(guess).padStart(3, "0")}`;
    if (typed === accessCode) continue;
    const answer = await stranger.send(`/api/raffles/${codeId}/access`, { json: { accessCode: typed } });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  return [
    countOf(`strangers: access codes of ${raffles.length} raffles compared`, times(statuses, 403), statuses.length),
  ];
}

/** Enters one e-mail address into many raffles, whose names contain a message for its owner. */
async function mailAVictim(stranger: Stranger, mails: MailServer, say: (line: string) => void): Promise<Figure[]> {
  let entered = 0;
  let subjects = 0;
  for (let number = 0; number < VICTIM_RAFFLES; number += 1) {
    const made = await stranger.makeRaffle(`Claim https://evil.example/${number} now`, `203.0.113.${number}`);
    if (!made) continue;
    const json = person(5000 + number, { email: "victim@example.com", firstName: "https://evil.example" });
    const answer = await stranger.send(`/api/raffles/${made.codeId}/entries`, { json, address: `203.0.113.${number}` });
    if (answer.status === 201) entered += 1;
    else say(`an entry for the victim was answered ${answer.status}`);
  }
  const last = await stranger.makeRaffle("The last raffle", "192.0.2.200");
  if (last) {
    await stranger.send(`/api/raffles/${last.codeId}/entries`, { json: person(9000, { email: "last@example.com" }) });
    const came = mails.until(() => mails.accepted.some(({ to }) => to === "last@example.com"));
    await Promise.race([came, delay(MAX_MAIL_MS)]);
  }
  await delay(LAST_MAILS_MS);
  const received = mails.accepted.filter(({ to }) => to === "victim@example.com");
  subjects = received.filter(({ mail }) => mail.subject?.includes("evil.example")).length;
  return [
    countOf("strangers: mails to one victim", received.length, entered),
    countOf("strangers: subjects with a stranger's words", subjects, received.length),
  ];
}

/** Creates as many raffles as one address can, and measures the home page meanwhile. */
async function makeRaffles(stranger: Stranger): Promise<Figure[]> {
  const quiet = watchHome(stranger);
  await delay(HOME_ALONE_MS);
  const alone = await quiet.stop();
  const busy = watchHome(stranger);
  let number = 0;
  const statuses = await inParallel(RAFFLES_AT_ONCE, RAFFLES_SECONDS, async () => {
    number += 1;
    const answer = await stranger.send("/api/raffles", { json: raffle(`Flood ${number}`), address: "192.0.2.66" });
    await answer.arrayBuffer();
    return answer.status;
  });
  const meanwhile = await busy.stop();
  return [
    countOf(`strangers: raffles of one address in ${RAFFLES_SECONDS} s`, times(statuses, 201), statuses.length),
    {
      name: "strangers: home page while raffles are made",
      ours: median(meanwhile),
      unit: "ms",
      worst: Math.max(...meanwhile),
      beside: { name: "alone", value: median(alone) },
    },
  ];
}

/** Sends four pictures in parallel that are small to send and large to decode. */
async function sendPictures(stranger: Stranger, { site }: CrowdSite, say: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const picture of await hostilePictures()) {
    const home = watchHome(stranger);
    const { most, before, result } = await watchMemory(site.pid, () =>
      Promise.all([0, 1, 2, 3].map((number) => sendPicture(stranger, picture, `192.0.2.${70 + number}`))),
    );
    const meanwhile = await home.stop();
    say(`${picture.name}, ${picture.bytes.byteLength} bytes: answered ${result.join(", ")}`);
    figures.push(
      {
        name: `strangers: memory at most, four ${picture.name}`,
        ours: most,
        unit: "MB",
        beside: { name: "before", value: before },
        target: `under ${MAX_MB} MB`,
        met: most < MAX_MB,
      },
      {
        name: `strangers: home page meanwhile, four ${picture.name}`,
        ours: median(meanwhile),
        unit: "ms",
        worst: Math.max(...meanwhile),
      },
    );
  }
  return figures;
}

async function sendPicture(stranger: Stranger, { name, type, bytes }: Picture, address: string): Promise<number> {
  const form = new FormData();
  const day = (date: Date) => date.toISOString().slice(0, 16);
  const fields = {
    name: `A raffle with ${name}`,
    details: "A raffle of a stranger.",
    dueDate: day(LATER),
    drawDate: day(new Date(LATER.getTime() + 86_400_000)),
    status: "Published",
    sources: "Online",
    retentionDays: "90",
    "prizes.0.prizeCode": "P1",
    "prizes.0.name": "Rice",
    "prizes.0.numberOfWinners": "1",
    "prizes.0.orderNumber": "1",
    facebookLink: "optional",
    instagramLink: "optional",
  };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("banner", new Blob([bytes], { type }), "banner");
  const answer = await stranger.send("/create-raffle", { form, address });
  await answer.arrayBuffer();
  return answer.status;
}

/** Requests the home page repeatedly as one visitor. */
function watchHome({ origin }: Stranger) {
  return watch(HOME_EVERY_MS, async () => (await fetch(`${origin}/`)).arrayBuffer());
}

async function inParallel(connections: number, seconds: number, ask: () => Promise<number>): Promise<number[]> {
  const deadline = performance.now() + seconds * 1000;
  const statuses: number[] = [];
  const one = async () => {
    while (performance.now() < deadline) statuses.push(await ask());
  };
  await Promise.all(Array.from({ length: connections }, one));
  return statuses;
}

function times(statuses: readonly number[], status: number): number {
  return statuses.filter((one) => one === status).length;
}
