import { join } from "node:path";

/** The project's folder, where the pages' sources and their build are. */
export const PROJECT = join(import.meta.dirname, "../..");
