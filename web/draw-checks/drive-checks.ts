import { driveChecks } from "./drive.ts";

/** The script of pages on which a person picks the files of a draw. */

document.documentElement.dataset.scripted = "";
for (const section of document.querySelectorAll<HTMLElement>("[data-draw-checks]")) driveChecks(section);
