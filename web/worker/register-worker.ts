import { registerWorker } from "./register.ts";

/** Late, so that it takes nothing from the page. */
const AFTER_MS = 2000;

// Where storage is refused, or without https, the site works as before.
addEventListener("load", () => setTimeout(() => registerWorker()?.catch(() => 0), AFTER_MS));
