import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "#src/base/clock.ts";
import { accept } from "#src/base/outcome.ts";
import type { Command } from "../command.ts";
import { unreadable } from "../verify/exit.ts";
import { readChainFile } from "../verify/input.ts";
import { AUDIT_USAGE, readAuditArguments } from "./arguments.ts";
import { runAudit } from "./run-audit.ts";
import { siteReader } from "./site-reader.ts";

/** Checks a draw together with the whole log of its site. It needs the network, and neither database nor settings. */
export const auditCommand: Command = {
  summary: "check a draw and its site's whole log, over the network",
  argument: "SITE RAFFLE",
  readsAll: true,
  async run(_env, _argument, _flagged, written) {
    const args = readAuditArguments(written);
    if (!args.ok) return unreadable(`${args.refusal}\n${AUDIT_USAGE}`);
    const { site, chain: chainFile } = args.value;
    const chain = chainFile === undefined ? accept(undefined) : await readChainFile(chainFile);
    if (!chain.ok) return unreadable(chain.refusal);
    const folder = await mkdtemp(join(tmpdir(), "tambiolo-audit-"));
    try {
      const audited = await runAudit(siteReader(site), args.value, {
        folder,
        now: systemClock().getTime() / 1000,
        chain: chain.value,
      });
      if (!audited.ok) return unreadable(audited.refusal);
      for (const line of audited.value.lines) console.log(line);
      return audited.value.code;
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
