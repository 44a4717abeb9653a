import { systemClock } from "#src/base/clock.ts";
import { nodeSha256 } from "#src/base/hashing/node-sha256.ts";
import { sixWordsOf } from "#src/draws/protocol/format/six-words.ts";
import { verifyDraw } from "#src/draws/protocol/verify/verify.ts";
import type { Command } from "./command.ts";
import { readArguments, VERIFY_USAGE } from "./verify/arguments.ts";
import { EXIT, unreadable } from "./verify/exit.ts";
import { readInput } from "./verify/input.ts";
import { linesOf } from "./verify/lines.ts";

/** Verifies a draw from files alone, without a database, a site or a network. */
export const verifyCommand: Command = {
  summary: "check a draw from its files, offline (docs/draw-protocol.md)",
  argument: "TRANSCRIPT LIST",
  readsAll: true,
  async run(_env, _argument, _flagged, written) {
    const parsed = readArguments(written);
    if (!parsed.ok) return unreadable(`${parsed.refusal}\n${VERIFY_USAGE}`);
    try {
      const input = await readInput(parsed.value);
      if (!input.ok) return unreadable(input.refusal);
      const now = systemClock().getTime() / 1000;
      const verified = await verifyDraw(input.value, { now, hash: nodeSha256 });
      if (!verified.ok)
        return unreadable(`This draw is larger than is verified here: too many ${verified.refusal.tooLarge}.`);
      const report = verified.value;
      const isCompared = report.fixedBefore === "not-proven" && report.lockHash !== undefined;
      const words = isCompared ? await sixWordsOf(report.lockHash) : undefined;
      for (const line of linesOf(report, now, words)) console.log(line);
      if (report.transcript === "wrong" || report.receipt?.state === "convicted") return EXIT.wrong;
      if (report.transcript === "not-drawn-yet") return EXIT.notDrawn;
      return report.fixedBefore === "not-proven" ? EXIT.notProven : EXIT.proven;
    } catch (error) {
      // An unreadable list or a bug. Neither proves the draw wrong, so the exit code must not be EXIT.wrong.
      return unreadable(error instanceof Error && "syscall" in error ? error.message : String((error as Error).stack));
    }
  },
};
