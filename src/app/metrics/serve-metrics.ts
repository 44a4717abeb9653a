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
 * added up.
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
    try {
      const parts = await Promise.all([registry.metrics(), ofWorkers?.clusterMetrics()]);
      return new Response(parts.join("\n"), { headers: { "content-type": registry.contentType } });
    } catch {
      // The database is away, or a worker is being replaced. The next scrape succeeds.
      return new Response("Not all could be read.\n", { status: 503 });
    }
  }
  return startListening({ fetch: answer }, at);
}
