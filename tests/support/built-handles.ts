import { join } from "node:path";
import { loadWebBuild } from "#src/build/web-build.ts";
import { type PageHandle, pageHandles } from "#src/http/page-handle.ts";

/**
 * What each page declares of itself, as the server reads it: what a test expects of a page is stated once. The pages
 * are built by the first site that starts, so it is asked after that.
 *
 * @returns a function from a page's path to its handle
 */
export async function builtHandles(): Promise<(path: string) => PageHandle> {
  const { serverBuild } = await loadWebBuild(join(import.meta.dirname, "../../build"));
  return pageHandles(serverBuild.routes);
}
