import { spawn } from "node:child_process";
import { join } from "node:path";
import { findDocumentFaults } from "./check-documents.ts";
import { findVocabularyFaults } from "./check-file-vocabulary.ts";
import { findForbiddenImports } from "./check-imports.ts";
import { findTextFaults } from "./check-texts.ts";

/** The output of a failed check. Empty if it passed. */
type Complaint = string;

const ROOT = join(import.meta.dirname, "..");

/** Routes import types that React Router generates, so checks of imports wait for them. */
const routeTypes = complaintOf("react-router", "typegen");

const all: { name: string; run: () => Promise<Complaint> }[] = [
  { name: "format and lint", run: () => complaintOf("biome", "check", "--error-on-warnings", "--colors=off") },
  { name: "types", run: async () => (await routeTypes) || complaintOf("tsc", "--noEmit", "--pretty", "false") },
  { name: "import order", run: async () => (await findForbiddenImports(ROOT)).join("\n") },
  { name: "file vocabulary", run: async () => (await findVocabularyFaults(ROOT)).join("\n") },
  { name: "documents", run: async () => (await findDocumentFaults(ROOT)).join("\n") },
  { name: "texts", run: async () => (await findTextFaults(ROOT)).join("\n") },
  {
    name: "dead code",
    run: () => routeTypes.then(() => complaintOf("knip", "--no-progress", "--treat-config-hints-as-errors")),
  },
];

// `npm run check -- texts types` runs these alone.
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !all.some((part) => part.name === name));
if (unknown.length > 0)
  throw new Error(`There is no check "${unknown.join()}": ${all.map(({ name }) => name).join(", ")}.`);
const parts = all.filter(({ name }) => asked.length === 0 || asked.includes(name));

const complaints = await Promise.all(
  parts.map(async ({ name, run }) => {
    const start = performance.now();
    const complaint = await run();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${complaint === "" ? "ok    " : "FAILED"}  ${name} (${seconds} s)`);
    return complaint === "" ? [] : [`\n── ${name} ──\n${complaint}`];
  }),
);
for (const complaint of complaints.flat()) console.log(complaint);
process.exitCode = complaints.flat().length === 0 ? 0 : 1;

/** Runs a tool from node_modules/.bin, where npm run looks first. If it fails, its whole output is the message. */
function complaintOf(command: string, ...args: string[]): Promise<Complaint> {
  return new Promise((resolve, reject) => {
    // On Windows the tools are .cmd files, which only a shell can start.
    const child = spawn(command, args, { cwd: ROOT, shell: process.platform === "win32" });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0 ? "" : output.trim() || `${command} ended with code ${code}`));
  });
}
