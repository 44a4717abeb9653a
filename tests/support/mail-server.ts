import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { readonly to: string; readonly mail: Email };

/** The server's answer: undefined accepts, a code refuses. A pending promise delays the answer. */
type Answer = (to: string) => number | undefined | Promise<number | undefined>;

export type MailServer = {
  readonly url: string;
  /** The accepted mails, in order. */
  readonly accepted: readonly ReceivedMail[];
  /** Every named recipient, and the recipient of every complete mail, accepted or not. */
  readonly seen: { readonly recipients: readonly string[]; readonly ended: readonly string[] };
  /** Called for each recipient, before the content. */
  onRecipient: Answer;
  /** Called for each mail, when it is complete. */
  onEnd: Answer;
  /** Waits until the condition holds. Checks it after each event. */
  until(what: () => boolean): Promise<void>;
  close(): Promise<void>;
};

/** Starts an SMTP server on a port of this machine. It stores every mail. */
export async function startMailServer(): Promise<MailServer> {
  const events = new EventTarget();
  const accepted: ReceivedMail[] = [];
  const seen = { recipients: [] as string[], ended: [] as string[] };
  const happened = () => events.dispatchEvent(new Event("something"));
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH"],
    logger: false,
    onRcptTo({ address }, _session, answer) {
      seen.recipients.push(address);
      happened();
      void say(mailServer.onRecipient(address), answer);
    },
    async onData(stream, session, answer) {
      // A withdrawn mail ends before its content is complete.
      const content = await buffer(stream).catch(() => null);
      if (!content) return;
      const to = session.envelope.rcptTo[0]?.address ?? "";
      seen.ended.push(to);
      happened();
      const mail = await PostalMime.parse(content);
      await say(mailServer.onEnd(to), (error) => {
        if (!error) accepted.push({ to, mail });
        answer(error);
        happened();
      });
    },
  });
  // A client that is killed or withdraws a mail closes the connection without a goodbye.
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    accepted,
    seen,
    onRecipient: () => undefined,
    onEnd: () => undefined,
    async until(what) {
      while (!what()) await once(events, "something");
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}

async function say(code: ReturnType<Answer>, answer: (error?: Error | null) => void): Promise<void> {
  const responseCode = await code;
  answer(responseCode === undefined ? null : Object.assign(new Error("5.1.1 juan@example.com"), { responseCode }));
}

/** The files of JSON that came with a mail, read. */
export function jsonFilesOf({ attachments }: Pick<Email, "attachments">) {
  return attachments.map(({ content }) => JSON.parse(new TextDecoder().decode(content as ArrayBuffer)));
}
