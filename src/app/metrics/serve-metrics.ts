import cluster from "node:cluster";
import { AggregatorRegistry, Registry } from "prom-client";
import type { Outcome } from "#src/base/outcome.ts";
import { type RunningServer, startListening } from "#src/server/start.ts";

/** Makes the registry of this process. That of a worker is asked for by the process that started it. */
export function createRegistry(): Registry {
  const registry = new Registry();
  AggregatorRegistry.setRegistries(registry);
  // Its constructor listens for the questions.
  if (cluster.isWorker) new AggregatorRegistry();
  return registry;
}

/**
 * Answers Prometheus at an address of its own, which no proxy of the site leads to. With workers the counts of all are
 * added up. It always answers; what needs a database that is away is left out.
 *
 * @returns the running server; the refusal is one line for the operator
 */
export async function serveMetrics(
  registry: Registry,
  at: { readonly host: string; readonly port: number },
  workers: number,
): Promise<Outcome<RunningServer, string>> {
  const ofWorkers = workers > 1 ? new AggregatorRegistry() : undefined;
  async function answer(request: Request): Promise<Response> {
    if (new URL(request.url).pathname !== "/metrics") return new Response("See /metrics.\n", { status: 404 });
    // A worker that is being replaced does not answer. What the others know is answered all the same.
    const parts = await Promise.allSettled([registry.metrics(), ofWorkers?.clusterMetrics()]);
    const known = parts.map((part) => (part.status === "fulfilled" ? part.value : ""));
    return new Response(known.join("\n"), { headers: { "content-type": registry.contentType } });
  }
  return startListening({ fetch: answer }, { ...at, setting: "METRICS" });
}
