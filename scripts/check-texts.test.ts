import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findTextFaults } from "./check-texts.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "tambiolo-texts-"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

const ENGLISH = {
  nav: { home: "Home" },
  field: { email: "Email", phone: "Phone" },
  hello: "Hello {{name}}, see <link>this</link>",
  drops_one: "{{count}} drop",
  drops_other: "{{count}} drops",
};

const COMPONENT = `
  const FIELDS = ["email", "phone"] as const;
  export function Greeting({ name, count }: Props) {
    const { t } = useTranslation("site");
    return (
      <p title={t("nav.home")}>
        <Trans t={t} i18nKey="hello" values={{ name }} components={{ link: <a href="/" /> }} /> · {t("drops", { count })}
        {FIELDS.map((field) => <b key={field} className="wide">{t(\`field.\${field}\`)}</b>)}
      </p>
    );
  }`;

/** The faults of a small, correct project in two languages, after the given changes. */
async function faultsOf({ de = {}, en = {}, component = COMPONENT, schema = "" }): Promise<string[]> {
  const files = {
    "src/i18n/locales/en/site.json": JSON.stringify({ ...ENGLISH, ...en }),
    "src/i18n/locales/de/site.json": JSON.stringify({ ...ENGLISH, ...de }),
    "src/i18n/locales/en/messages.json": JSON.stringify({ emailTaken: "Taken" }),
    "src/i18n/locales/de/messages.json": JSON.stringify({ emailTaken: "Vergeben" }),
    "src/entries/schema.ts": `export const taken = { key: "emailTaken" };${schema}`,
    "web/ui/greeting.tsx": component,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return findTextFaults(root);
}

test("a project whose texts are in order has no fault", async () => {
  expect(await faultsOf({})).toEqual([]);
});

describe("a planted fault of a catalogue is found:", () => {
  test.each([
    ["de: site:nav.home is missing.", { nav: {} }],
    ["de: site:drops_other is missing.", { drops_other: undefined }],
    ["de: site:nav.away is in no other catalogue.", { nav: { home: "Start", away: "Fort" } }],
    ["de: site:drops_many is in no other catalogue.", { drops_many: "{{count}} Lose" }],
    ["de: site:hello has </link> <link> {{nam}}, not </link> <link> {{name}}.", { hello: "<link>{{nam}}</link>" }],
    ["de: site:hello has {{name}}, not </link> <link> {{name}}.", { hello: "Hallo {{name}}" }],
    ["de: site:drops_other has nothing, not {{count}}.", { drops_one: "ein Los", drops_other: "Lose" }],
    ["de: site:nav.home is empty.", { nav: { home: " " } }],
  ])("%s", async (fault, de) => {
    expect(await faultsOf({ de })).toEqual([fault]);
  });

  test.each([
    [{ spare: "Nobody reads this" }, "site:spare"],
    [{ field: { ...ENGLISH.field, address: "Address" } }, "site:field.address"],
    // A word in the code counts as a key only where a key can stand.
    [{ nav: { home: "Home", className: "A name" } }, "site:nav.className"],
  ])("unused %j", async (more, key) => {
    expect(await faultsOf({ en: more, de: more })).toEqual([`${key} is used nowhere.`]);
  });
});

test("a form for many numbers says which, and one for a single number need not", async () => {
  await faultsOf({ en: { drops_one: "one drop" }, de: { drops_one: "ein Los" } });
  const filipino = { ...ENGLISH, drops_one: "isang drop" };
  await mkdir(join(root, "src/i18n/locales/fil"));
  await writeFile(join(root, "src/i18n/locales/fil/site.json"), JSON.stringify(filipino));
  await writeFile(join(root, "src/i18n/locales/fil/messages.json"), JSON.stringify({ emailTaken: "May gumagamit na" }));
  expect(await findTextFaults(root)).toEqual(["fil: site:drops_one has nothing, not {{count}}."]);
});

describe("a planted fault of the code is found:", () => {
  const path = "web/ui/greeting.tsx";
  test.each([
    ["“Welcome!” belongs in a catalogue.", "<p>Welcome!</p>"],
    ["“Ñ” belongs in a catalogue.", '<p>{"Ñ"}</p>'],
    ["“new” belongs in a catalogue.", '<p>{open && "new"}</p>'],
    ["“of” belongs in a catalogue.", `<p>{\`\${count} of \${name}\`}</p>`],
    ["“Close” belongs in a catalogue.", '<button aria-label="Close" />'],
    ["“A drum” belongs in a catalogue.", '<img alt={open ? "A drum" : ""} />'],
    ["“Email” belongs in a catalogue.", '<Field label="Email" placeholder="·" />'],
  ])("%s", async (fault, jsx) => {
    const component = `${COMPONENT}
      export function Other({ open, name, count }: Props) {
        const { t } = useTranslation("site");
        return ${jsx};
      }`;
    expect(await faultsOf({ component })).toEqual([`${path}: ${fault}`]);
  });

  test("a refusal without a message", async () => {
    const schema = 'export const gone = { error: "phoneGone" };';
    expect(await faultsOf({ schema })).toEqual(["src/entries/schema.ts: phoneGone is in no catalogue."]);
  });
});
