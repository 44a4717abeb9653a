import { Readable } from "node:stream";
import SMTPConnection, { type SMTPError } from "nodemailer/lib/smtp-connection";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { SmtpServer } from "#src/config/mail-settings.ts";

export type Handover = {
  /** Envelope addresses. */
  readonly from: string;
  readonly to: string;
  /** The whole mail with its headers. */
  readonly content: Buffer;
  /** Called after the server agreed to take the content, just before its end is sent. False withdraws the mail. */
  readonly mayEnd: () => Promise<boolean>;
};

export type HandoverOutcome =
  /** The server has it, and answered this: "250 2.0.0 OK queued as 4ZX". */
  | { readonly kind: "accepted"; readonly answer: string }
  /** The server does not have it. */
  | { readonly kind: "refused"; readonly forGood: boolean; readonly reason: string }
  /** The whole mail was sent, but no answer came: the server may have it. */
  | { readonly kind: "unknown"; readonly reason: string }
  | { readonly kind: "withdrawn" };

const CONNECT_TIMEOUT_MS = 15_000;
/** A server that checks the content may take minutes for its final answer; RFC 5321 allows it ten. */
const ANSWER_TIMEOUT_MS = 5 * 60_000;
/** A refusal of these concerns this mail. A refusal of others (a wrong password) concerns all mails, and is fixable. */
const ABOUT_THE_MAIL = new Set(["MAIL FROM", "RCPT TO", "DATA"]);
/** RFC 5321, 4.5.3.1.5: an answer of one line is no longer. */
const MAX_ANSWER = 500;
/** An enhanced status code (RFC 3463) at the start of an answer: "550 5.1.1 …". The text after it may name people. */
const STATUS = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;

/**
 * Hands one mail over to a mail server, on its own connection. Connection errors become outcomes.
 *
 * The library's pool is not used: it reads the content before the server agreed to take it. The moment at which the
 * content's end is sent must be known exactly, because only from then on can the server have the mail.
 *
 * @param signal aborts the handover
 */
export async function sendMail(
  server: SmtpServer,
  { from, to, content, mayEnd }: Handover,
  signal: AbortSignal,
): Promise<HandoverOutcome> {
  let stage: "sending" | "ended" | "withdrawn" = "sending";
  async function* parts() {
    yield content.subarray(0, -1);
    if (!(await mayEnd())) {
      stage = "withdrawn";
      throw new Error("The mail is withdrawn.");
    }
    stage = "ended";
    yield content.subarray(-1);
  }

  const { connection, step, login, release } = talkTo(server, signal);
  try {
    await login();
    const stream = Readable.from(parts(), { objectMode: false });
    let answer = "";
    await step((done) =>
      connection.send({ from, to, size: content.length }, stream, (error, info) => {
        answer = answerOf(info?.response ?? "");
        done(error);
      }),
    );
    connection.quit();
    return { kind: "accepted", answer };
  } catch (error) {
    connection.close();
    return outcomeOf(error as SMTPError, stage);
  } finally {
    release();
  }
}

/**
 * Connects to a mail server, logs in and leaves, without a mail.
 *
 * @returns nothing; the refusal has the codes of what failed, and no address or password
 */
export async function tryMailServer(server: SmtpServer, signal: AbortSignal): Promise<Outcome<void, string>> {
  const { connection, login, release } = talkTo(server, signal);
  try {
    await login();
    connection.quit();
    return accept(undefined);
  } catch (error) {
    connection.close();
    return refuse(reasonOf(error as SMTPError));
  } finally {
    release();
  }
}

/** A connection that is not opened yet, and its steps as promises. They fail when it breaks or the signal aborts. */
function talkTo(server: SmtpServer, signal: AbortSignal) {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: !server.secure && !server.isLoopback,
    ignoreTLS: server.isLoopback,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
  });
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  connection.on("error", broken.reject);
  const onAbort = () => broken.reject(new Error("The site is stopping."));
  signal.addEventListener("abort", onAbort);
  const step = (start: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      broken.promise,
      new Promise<void>((resolve, reject) => start((error) => (error ? reject(error) : resolve()))),
    ]);
  return {
    connection,
    step,
    async login() {
      signal.throwIfAborted();
      await step((done) => connection.connect(done));
      if (server.auth) await step((done) => connection.login(server.auth, done));
    },
    release: () => signal.removeEventListener("abort", onAbort),
  };
}

function outcomeOf(error: SMTPError, stage: "sending" | "ended" | "withdrawn"): HandoverOutcome {
  if (stage === "withdrawn") return { kind: "withdrawn" };
  const reason = reasonOf(error);
  if (error.responseCode === undefined && stage === "ended") return { kind: "unknown", reason };
  const forGood = error.permanent === true && ABOUT_THE_MAIL.has(error.command ?? "");
  return { kind: "refused", forGood, reason };
}

/** A server's answer as one line without control characters: it is stored, and shown to organisers. */
function answerOf(response: string): string {
  const line = response.replace(/[\s\p{C}]+/gu, " ").trim();
  return line.slice(0, MAX_ANSWER);
}

/** The part of an error that is stored: codes only, because servers repeat addresses in their texts. */
function reasonOf({ code, originalCode, responseCode, response, command }: SMTPError): string {
  const status = STATUS.exec(response ?? "")?.[1];
  return [originalCode ?? code ?? "ABORTED", command, responseCode, status]
    .filter((part) => part !== undefined && part !== "API")
    .join(" ");
}
