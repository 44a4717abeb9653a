import { setPriority } from "node:os";
import { type PictureTask, TOO_COSTLY } from "./picture-task.ts";
import { prepareForPictures, workOnPicture } from "./picture-work.ts";

/**
 * The separate process for pictures, started by pictures.ts. A hostile file can use up or crash only this process, not
 * the site. It has no settings, no secrets and no database.
 */

/** In bytes: twice the measured need of the worst allowed picture. A picture that takes more is hostile. */
const MAX_MEMORY = 512 * 1024 * 1024;
const LOOK_EVERY_MS = 25;

/** A lower priority, so visitors' requests come first on few processors. */
const NICE = 5;

setPriority(NICE);
prepareForPictures();
// Decoders run in other threads, so this timer fires while they work.
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_MEMORY) process.exit(TOO_COSTLY);
}, LOOK_EVERY_MS).unref();
process.on("message", async (task: PictureTask) => {
  process.send?.(await workOnPicture(task));
});
process.on("disconnect", () => process.exit(0));
