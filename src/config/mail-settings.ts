import { z } from "zod";
import { isLoopback } from "./loopback.ts";

/** A mail server that takes the site's mails. */
export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps:). Otherwise STARTTLS, required unless the server is on this machine. */
  readonly secure: boolean;
  readonly isLoopback: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
};

export type MailAddress = { readonly name: string | undefined; readonly address: string };

const SMTP_EXAMPLE = "must look like smtps://user:password@mail.example.com or smtp://mail.example.com:587";
const FROM_EXAMPLE =
  "must be an e-mail address, for example MAIL_FROM=raffles@example.com or Raffles <raffles@example.com>";

/** The ports of RFC 8314: TLS from the start, and submission with STARTTLS. */
const PORTS = { "smtps:": 465, "smtp:": 587 } as const;

/** `Name <address>`. The name has visible characters and spaces, except those with a meaning in an address. */
const NAMED = /^"?([^\p{C}"<>]{1,100}?)"?\s*<([^<>\s]+)>$/u;

/** A zod schema that parses SMTP_URL. */
export const smtpServer = z.string().transform((text, context): SmtpServer => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && ["", "/"].includes(url.pathname) && url.search === "" && url.hash === "";
  if (!isPlain || url.hostname === "" || !(url.protocol in PORTS) || !isDecodable(url.username + url.password)) {
    context.addIssue({ code: "custom", message: SMTP_EXAMPLE });
    return z.NEVER;
  }
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || PORTS[url.protocol as keyof typeof PORTS],
    secure: url.protocol === "smtps:",
    isLoopback: isLoopback(url),
    auth: user === "" ? undefined : { user, pass: decodeURIComponent(url.password) },
  };
});

/** A zod schema that parses MAIL_FROM: an address, with or without a name. */
export const mailAddress = z.string().transform((text, context): MailAddress => {
  const [, name, named] = NAMED.exec(text) ?? [];
  const address = named ?? text;
  if (z.email().safeParse(address).success) return { name: name?.trim(), address };
  context.addIssue({ code: "custom", message: FROM_EXAMPLE });
  return z.NEVER;
});

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
