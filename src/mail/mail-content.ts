import MailComposer from "nodemailer/lib/mail-composer";
import type { Mail, Message } from "./schema.ts";

/** Who the site's mails are from. */
export type Sender = {
  readonly from: { readonly name: string; readonly address: string };
  /** Where answers go, where that is another address. */
  readonly replyTo: string | undefined;
  /** Under which people reach the site: its host makes the mails' ids unique in the world. */
  readonly origin: string;
};

/**
 * A mail as it is handed to a mail server: headers, text and HTML. Sent again, it has the same Message-ID, so that a
 * mailbox can tell. The library encodes what people typed, and folds what they typed of line breaks.
 */
export async function writeContent(mail: Pick<Mail, "id">, message: Message, sender: Sender): Promise<Buffer> {
  const { subject, text, html, to, unsubscribeUrl } = message;
  return new MailComposer({
    from: sender.from,
    ...(sender.replyTo !== undefined && { replyTo: sender.replyTo }),
    to,
    subject: subject.replace(/\s+/g, " "),
    messageId: `<${mail.id}@${new URL(sender.origin).hostname}>`,
    text,
    html,
    headers: {
      // RFC 3834: holiday notices are not to answer it.
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
