import { readConfig } from "#src/config/config.ts";
import { loadChain } from "../chain.ts";
import { type Command, fail } from "../command.ts";
import { loadPlans } from "../plans.ts";
import { listenForStop } from "../stop-signal.ts";
import type { Finding } from "./findings.ts";
import { gatherFacts } from "./gather.ts";
import { diagnose } from "./rules.ts";

/** Says what is wrong with a running or stopped site, and what to do. It changes nothing, and prints no secret. */
export const doctorCommand: Command = {
  summary: "say what is wrong with the site, running or stopped, and what to do",
  async run(env) {
    const config = readConfig(env);
    if (!config.ok) return fail(config.refusal);
    const chain = await loadChain(config.value);
    if (!chain.ok) return fail(chain.refusal);
    const plans = await loadPlans(config.value);
    if (!plans.ok) return fail(plans.refusal);
    const findings = diagnose(await gatherFacts(config.value, env, chain.value.hash, listenForStop(env).signal));
    console.log(describeFindings(findings));
    return findings.some(({ level }) => level === "problem") ? 1 : 0;
  },
};

function describeFindings(findings: readonly Finding[]): string {
  const lines = findings.map(({ level, topic, says }) => `${level.padEnd(9)}${topic.padEnd(10)}${says}`);
  const [problems, warnings] = (["problem", "warning"] as const).map((asked) => {
    const number = findings.filter(({ level }) => level === asked).length;
    return `${number} ${asked}${number === 1 ? "" : "s"}`;
  });
  return [...lines, "", `${problems}, ${warnings}.`].join("\n");
}
