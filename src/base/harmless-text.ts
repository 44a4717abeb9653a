import { withoutInvisible } from "./text.ts";

/** Mail programs turn plain text into links where they see these: a scheme, dots, dotted numbers, an at sign. */
const SCHEME = /([a-z0-9+.-]):(?=\/)/gi;
const DOT = /([^\s.])[.\u3002\uff0e\uff61](?=[\p{L}\d_-]*\p{L})/gu;
const NUMBERED = /(\d)\.(?=\d+\.)/g;
const AT = /(\S)[@\uff20](?=\S)/g;

/**
 * Makes a stranger's text safe in a mail to a person who never asked for it. The result is one line, still readable, in
 * which no mail program finds a link.
 */
export function harmlessText(text: string): string {
  const line = withoutInvisible(text)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.replace(SCHEME, "$1 :").replace(NUMBERED, "$1. ").replace(DOT, "$1. ").replace(AT, "$1 @ ");
}
