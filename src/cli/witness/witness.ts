import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { systemClock } from "#src/base/clock.ts";
import { readConfig } from "#src/config/config.ts";
import { loadSecret } from "#src/config/secret.ts";
import { witnessVkey } from "#src/draws/log/names.ts";
import { type Command, fail } from "../command.ts";
import { listenForStop } from "../stop-signal.ts";
import { createWitnessApp } from "./witness-app.ts";

/** Cosigns the logs of sites, for somebody who runs none: a newspaper, a trade office, the shop next door. */
export const witnessCommand: Command = {
  summary: "cosign other sites' logs, without a site of your own",
  details: [
    "",
    "Settings: WITNESSES (the addresses of the sites), ORIGIN (the address of this witness), PORT, HOST, DATA_DIR.",
    "The operators of the sites put ORIGIN into their WITNESSES. docs/features/log.md says what a witness promises.",
  ],
  async run(env) {
    const config = readConfig(env);
    if (!config.ok) return fail(config.refusal);
    const { witnesses: sites, origin, dataDir, host, port } = config.value;
    if (sites.length === 0)
      return fail(
        "WITNESSES must name the sites whose logs to cosign, for example WITNESSES=https://raffles.example.org.",
      );
    const secret = await loadSecret(config.value);
    if (!secret.ok) return fail(secret.refusal);
    const stop = listenForStop(env);
    const app = createWitnessApp({
      ...{ dataDir, origin, sites, secret: secret.value, clock: systemClock, stopping: stop.signal },
      onMet: (site) => console.log(`Following the log of ${site}.`),
    });
    const server = createServer(getRequestListener(app.fetch));
    try {
      server.listen(port, host);
      await once(server, "listening", { signal: stop.signal });
    } catch (error) {
      return stop.signal.aborted ? 0 : fail(`cannot listen on ${host}:${port}: ${(error as Error).message}`);
    }
    console.log(`A witness at ${origin}, on ${host}:${port}. Its key: ${witnessVkey(secret.value, origin)}`);
    await (stop.signal.aborted ? undefined : once(stop.signal, "abort"));
    server.close();
    server.closeAllConnections();
    return 0;
  },
};
