import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { type Banner, type BannerFormat, MAX_BANNER_BYTES, MAX_PICTURE_PIXELS } from "./banner-format.ts";
import { type Drawing, type PictureAnswer, type PictureTask, type ProofPicture, TOO_COSTLY } from "./picture-task.ts";
import type { Shape, ShopPicture } from "./shop-picture.ts";
import { createWaitingLine } from "./turns/waiting-line.ts";

export type UploadRefusal = Refusal<"banner-invalid" | "banner-too-large" | "pictures-busy">;

/**
 * Decodes and draws pictures, one at a time and uploads first, in a process that runs only while there is work.
 * `network` is who asks, the widest that may be one person. Where too many wait, the one that waits for the most gives
 * way.
 */
export type Pictures = {
  /**
   * Re-encodes an uploaded picture, cropped to the banner's shape. This removes metadata (such as where a photo was
   * taken) and anything else hidden in the file.
   */
  encode(upload: Uint8Array, network?: string): Promise<Outcome<Banner, UploadRefusal>>;
  /** Re-encodes an uploaded picture as WebP, not cropped, with the same effect. */
  photo(upload: Uint8Array, network?: string): Promise<Outcome<Uint8Array, UploadRefusal>>;
  /** The same, and computes what the picture looks like. */
  proof(upload: Uint8Array, network?: string): Promise<Outcome<ProofPicture, UploadRefusal>>;
  /** Re-encodes a shop's picture in all its widths, with the same effect. */
  shop(shape: Shape, upload: Uint8Array, network?: string): Promise<Outcome<ShopPicture, UploadRefusal>>;
  /** Draws with our own letters (DRAWN_FONT), then the machine's. Strangers' texts in the drawing are escaped. */
  draw(
    drawing: Drawing,
    format: BannerFormat,
    network?: string,
  ): Promise<Outcome<Uint8Array, Refusal<"pictures-busy">>>;
  /** Ends the process. */
  stop(): void;
};

export type PicturesOptions = {
  /** Runs uploads one at a time across the site's processes. Returns null if the wait is too long. */
  readonly inTurn?: <Result>(work: () => Promise<Result>) => Promise<Result | null>;
  /** For tests: the timeout for one picture. */
  readonly longestMs?: number;
};

const PROCESS = fileURLToPath(new URL("./picture-process.ts", import.meta.url));

/** The process's own code needs little. Pictures are outside this heap; the process limits them itself. */
const HEAP_MB = 64;
/** One decoding thread and one malloc arena, so freed memory is used again. */
const ENVIRONMENT = {
  UV_THREADPOOL_SIZE: "1",
  MALLOC_ARENA_MAX: "1",
  FONTCONFIG_FILE: fileURLToPath(new URL("./fonts/fonts.conf", import.meta.url)),
};

/** The timeout for one picture. The largest photo takes 2 s, or 6 s while other work keeps both processors busy. */
const MAX_DECODING_MS = 20_000;
/** The queue length for uploads. Organisers come one by one; beyond this they are asked to retry. */
const MAX_UPLOADS_WAITING = 3;
/** The queue length for drawings: more than one page of 24 raffles without cached banners. */
const MAX_DRAWINGS_WAITING = 40;
/** How long the process stays idle. A visitor of a list requests its banners within this time. */
const IDLE_MS = 10_000;
/** The retry time. By then a picture is done and the queue has moved. */
const COME_AGAIN_SECONDS = 5;

/** What is refused while too many pictures wait. */
export const BUSY = refuse({
  reason: "pictures-busy",
  fields: { banner: [{ key: "picturesBusy", params: { seconds: COME_AGAIN_SECONDS } }] },
} as const);
const INVALID = refuse({ reason: "banner-invalid", fields: { banner: [{ key: "bannerInvalid" }] } } as const);

export function createPictures({
  inTurn = (work) => work(),
  longestMs = MAX_DECODING_MS,
}: PicturesOptions = {}): Pictures {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isWorking = false;
  const lines = { encode: createWaitingLine(MAX_UPLOADS_WAITING), draw: createWaitingLine(MAX_DRAWINGS_WAITING) };

  function stop(): void {
    clearTimeout(idle);
    child?.kill("SIGKILL");
    child = null;
  }

  /** Ends the process, and waits until it is gone: its memory is free before the next one takes some. */
  async function end(): Promise<void> {
    const ending = child;
    stop();
    const isRunning = ending?.pid !== undefined && ending.exitCode === null && ending.signalCode === null;
    if (isRunning) await once(ending, "exit");
  }

  function start(): ChildProcess {
    clearTimeout(idle);
    if (child) {
      child.ref();
      child.channel?.ref();
      return child;
    }
    const begun = fork(PROCESS, {
      env: ENVIRONMENT,
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    begun.once("exit", () => {
      if (child === begun) child = null;
    });
    child = begun;
    return begun;
  }

  /** Runs one task. Reuses the process only after drawing: a stranger's file may leave it large or stuck. */
  async function ask(task: PictureTask): Promise<PictureAnswer> {
    let isDrawn = false;
    try {
      const answer = await answerOf(start(), task, longestMs);
      isDrawn = task.kind !== "encode" && answer.kind === "banner";
      return answer;
    } finally {
      if (isDrawn) rest();
      else await end();
    }
  }

  /** Lets the idle process end after a while, or with the site, which does not wait for it. */
  function rest(): void {
    child?.unref();
    child?.channel?.unref();
    idle = setTimeout(stop, IDLE_MS).unref();
  }

  /** Runs tasks one at a time. An organiser's upload goes before all drawings, which any stranger may ask for. */
  async function queued<Result>(
    kind: keyof typeof lines,
    work: () => Promise<Result>,
    network = "",
  ): Promise<Result | typeof BUSY> {
    if (isWorking && !(await lines[kind].wait(network))) return BUSY;
    isWorking = true;
    try {
      return await work();
    } finally {
      // Still working then: the next one starts a moment later, and nobody may slip in before it.
      isWorking = lines.encode.next() || lines.draw.next();
    }
  }

  async function take(
    kind: "encode" | "photo" | "proof" | Shape,
    upload: Uint8Array,
    network?: string,
  ): Promise<Outcome<PictureAnswer, UploadRefusal>> {
    if (upload.byteLength > MAX_BANNER_BYTES) {
      const max = MAX_BANNER_BYTES / 1024 / 1024;
      return refuse({ reason: "banner-too-large", fields: { banner: [{ key: "bannerTooLarge", params: { max } }] } });
    }
    if (!isPhonesPicture(upload)) return INVALID;
    const answer = await queued("encode", () => inTurn(() => ask({ kind, upload })), network);
    if (answer === null || "ok" in answer || answer.kind === "too-slow") return BUSY;
    if (answer.kind === "too-many-pixels") {
      const max = MAX_PICTURE_PIXELS / 1_000_000;
      const message = { key: "bannerTooManyPixels" as const, params: { max } };
      return refuse({ reason: "banner-too-large", fields: { banner: [message] } });
    }
    return accept(answer);
  }

  return {
    stop,
    async encode(upload, network) {
      const taken = await take("encode", upload, network);
      if (!taken.ok) return taken;
      return taken.value.kind === "banner" ? accept(taken.value.banner as Banner) : INVALID;
    },
    async photo(upload, network) {
      const taken = await take("photo", upload, network);
      if (!taken.ok) return taken;
      return taken.value.kind === "photo" ? accept(taken.value.webp) : INVALID;
    },
    async proof(upload, network) {
      const taken = await take("proof", upload, network);
      if (!taken.ok) return taken;
      return taken.value.kind === "proof" ? accept(taken.value.proof) : INVALID;
    },
    async shop(shape, upload, network) {
      const taken = await take(shape, upload, network);
      if (!taken.ok) return taken;
      return taken.value.kind === "shop" ? accept(taken.value.picture) : INVALID;
    },
    async draw(drawing, format, network) {
      const answer = await queued("draw", () => ask({ kind: "draw", drawing, format }), network);
      if ("ok" in answer || answer.kind === "too-slow") return BUSY;
      const bytes = answer.kind === "banner" ? answer.banner[format] : undefined;
      if (!bytes) throw new Error("A picture was not drawn.");
      return accept(bytes);
    },
  };
}

/** Checks the first bytes for JPEG, PNG or WebP, before any decoder reads the file. */
function isPhonesPicture(upload: Uint8Array): boolean {
  const start = Buffer.from(upload.buffer, upload.byteOffset, Math.min(upload.byteLength, 12)).toString("hex");
  return start.startsWith("ffd8ff") || start.startsWith("89504e470d0a1a0a") || /^52494646.{8}57454250$/.test(start);
}

/** The process's answer to one task. A picture that crashes the process is refused as invalid. */
function answerOf(child: ChildProcess, task: PictureTask, longestMs: number): Promise<PictureAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PictureAnswer>();
  const limit = setTimeout(() => resolve({ kind: "too-slow" }), longestMs);
  const ended = (code: number | null, signal: NodeJS.Signals | null) => {
    if (code === TOO_COSTLY || signal) resolve({ kind: "invalid" });
    else reject(new Error(`The process for pictures ended with ${code}.`));
  };
  child.once("message", resolve as (answer: unknown) => void);
  child.once("error", reject);
  child.once("exit", ended);
  child.send(task, (error) => error && reject(error));
  return promise.finally(() => {
    clearTimeout(limit);
    child.off("message", resolve as (answer: unknown) => void);
    child.off("error", reject);
    child.off("exit", ended);
  });
}
