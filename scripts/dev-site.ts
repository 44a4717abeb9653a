import { text } from "node:stream/consumers";
import { readEnvironment } from "#src/config/env.ts";

// A process of `npm run dev`: the site as it is. Its modules load while its pages are built; then it is told their
// folder.
const environment = readEnvironment();
const { serveSite } = await import("#src/cli/serve.ts");
const pages = await text(process.stdin);
process.exit(pages === "" ? 0 : await serveSite(environment, pages));
