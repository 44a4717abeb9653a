import MailComposer from "nodemailer/lib/mail-composer";
import type { Mail, Message } from "./schema.ts";

/** The sender of the site's mails. */
export type Sender = {
  readonly from: { readonly name: string; readonly address: string };
  /** The address for replies, if it differs from the sender's. */
  readonly replyTo: string | undefined;
  /** The site's public origin. Its host makes the Message-IDs globally unique. */
  readonly origin: string;
};

/**
 * A mail as it is handed to a mail server: headers, text and HTML. A mail that is sent again has the same Message-ID,
 * so that a mailbox can recognise it. The library encodes typed text, so its line breaks cannot add headers.
 */
export async function writeContent(mail: Pick<Mail, "id">, message: Message, sender: Sender): Promise<Buffer> {
  const { subject, text, html, to, unsubscribeUrl, attachments = [] } = message;
  return new MailComposer({
    from: sender.from,
    ...(sender.replyTo !== undefined && { replyTo: sender.replyTo }),
    to,
    subject: subject.replace(/\s+/g, " "),
    messageId: `<${mail.id}@${new URL(sender.origin).hostname}>`,
    text,
    html,
    attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    headers: {
      // RFC 3834: automatic replies (holiday notices) must not answer it.
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl !== undefined && {
        "List-Unsubscribe": { prepared: true, value: `<${new URL(unsubscribeUrl).href}>` },
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    newline: "\r\n",
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}
