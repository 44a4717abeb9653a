import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { readonly to: string; readonly mail: Email };

/** What the server does at a moment: goes on (undefined), or refuses with this code. Waiting holds the answer back. */
type Answer = (to: string) => number | undefined | Promise<number | undefined>;

export type MailServer = {
  readonly url: string;
  /** The mails that it said it takes, in their order. */
  readonly accepted: readonly ReceivedMail[];
  /** Every recipient that was named, and every mail whose end arrived, whatever was answered. */
  readonly seen: { readonly recipients: readonly string[]; readonly ended: readonly string[] };
  /** Asked for each recipient, before the content. */
  onRecipient: Answer;
  /** Asked for each mail, when all of it is there. */
  onEnd: Answer;
  /** Waits until something is so, which is looked at whenever something happens. */
  until(what: () => boolean): Promise<void>;
  close(): Promise<void>;
};

/** A mail server that speaks SMTP on a port of this machine, and keeps what it is given. */
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
      // A mail that is withdrawn breaks off.
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
  // A client that is killed, or withdraws a mail, just goes.
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
