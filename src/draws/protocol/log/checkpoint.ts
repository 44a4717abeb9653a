import { readVkey } from "#src/tlog/format/note.ts";
import { hex, type Kind, wholeNumber } from "../format/members.ts";

/** How long the site's log was and what was in it, by a checkpoint that the site had signed. */
export type LogCheckpoint = {
  /** The log's key as one word. */
  readonly log: string;
  readonly size: number;
  readonly root: string;
};

/** The key of a log as one word. */
export const logKey: Kind = {
  notation: "c2sp.org/signed-note",
  holds: (value) => typeof value === "string" && readVkey(value) !== undefined,
};

export const CHECKPOINT: Readonly<Record<keyof LogCheckpoint, Kind>> = {
  log: logKey,
  size: wholeNumber(0),
  root: hex(32),
};
