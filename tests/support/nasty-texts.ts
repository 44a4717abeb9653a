/** Texts that no field can store: PostgreSQL has no U+0000, and UTF-8 no lone surrogates. */
export const UNSTORABLE_TEXTS = [
  "\u0000",
  "Ana\u0000Cruz",
  "Ana\u0000",
  "\ud83c",
  "\udf89 upside down",
  "half a \ud83c pair",
  "\udf89\ud83c",
] as const;

/** Not empty, but nothing visible. */
export const INVISIBLE_TEXTS = [
  " ",
  "\t\r\n\v\f",
  "\u00a0\u2003\u3000",
  "\u200b",
  "\u200b\u200c\u200d\u2060\ufeff",
  "\u202e\u202c",
  "\u00ad",
  "\u0001\u0007\u001b\u007f\u0085",
  "\ufe0f",
  "\u3164\u115f",
  "\u2800",
] as const;

/** Texts that often break programs, but that a person may mean. The site returns them unchanged. */
export const NASTY_TEXTS = [
  // Look like values of some programming language.
  "null",
  "undefined",
  "NaN",
  "true",
  "0",
  "-0",
  "1e309",
  "0x1F",
  "99999999999999999999",
  "[object Object]",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "then",
  // Quotes, and ways to escape them.
  "'",
  '"',
  "`",
  'O\'Neil "Jun" de la Cruz',
  "\\",
  "\\'; \\\"",
  "'; drop table entries; --",
  "' or '1'='1",
  "1); delete from raffles where (1=1",
  "$1 $$ $body$ :name ?",
  '{1,NULL,"x"}',
  '{"a":1}',
  "%s%n%x %d %@",
  "{{7*7}} \u0024{7*7} <%= 7 %> #{7}",
  "{{max}} $t(failed)",
  // HTML, and texts that a spreadsheet or a shell would run.
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</textarea></title><svg/onload=alert(1)>",
  "<!-- <![CDATA[ ]]> -->",
  "&lt;b&gt; &amp; &#0; &nbsp;",
  "javascript:alert(1)",
  "=cmd|' /C calc'!A0",
  "+63 917 @SUM(1)",
  "; ls -la | cat && true `id` $(id)",
  "../../../../etc/passwd%00.png",
  "C:\\aux\\..\\con",
  "file:///etc/passwd",
  "/dev/null; touch /tmp/x",
  "line one\nline two\r\nline three\ttabbed",
  "Subject: x\r\nBcc: all@example.com",
  // Letters of many languages.
  "Ñandú Göß İstanbul ıI ǅ ﬁ",
  "e\u0301 is not \u00e9",
  "田中さんにあげて下さい",
  "사회과학원 어학연구소",
  "שלום עולם",
  "مرحبا بالعالم \u202eevil\u202c",
  "ｆｕｌｌ ｗｉｄｔｈ",
  "Z\u0351\u036b\u0343a\u033d\u0313l\u0321\u0353g\u0321\u0353o\u0328\u0321",
  "ก้้้้้้้้้้็็็็็",
  "\u{1f389} \u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{1f1f5}\u{1f1ed} \u{1f44b}\u{1f3fe}",
  "\u{20bb7}野家 \u{1d4d0}",
  "zero\u200bwidth\u2060and\ufeffmarks",
  "soft\u00adhyphen no\u00a0break",
  "control\u0001\u0007\u001b[31m\u007f\u0085here",
  "\ufffd \ufffe \uffff \u{10ffff} \ue000",
  "separators\u2028and\u2029paragraphs",
  "b\u2800c",
] as const;

/** How a one-line field stores the texts that it changes. Null if it refuses them. */
const IN_ONE_LINE: ReadonlyMap<string, string | null> = new Map([
  ["line one\nline two\r\nline three\ttabbed", "line one line two line three tabbed"],
  ["Subject: x\r\nBcc: all@example.com", "Subject: x Bcc: all@example.com"],
  ["مرحبا بالعالم \u202eevil\u202c", "مرحبا بالعالم evil"],
  ["zero\u200bwidth\u2060and\ufeffmarks", "zerowidthandmarks"],
  ["soft\u00adhyphen no\u00a0break", "softhyphen no\u00a0break"],
  ["control\u0001\u0007\u001b[31m\u007f\u0085here", null],
  ["separators\u2028and\u2029paragraphs", "separators and paragraphs"],
]);

/** How a one-line field stores a nasty text. Null if it refuses it. */
export function asOneLine(text: string): string | null {
  const stored = IN_ONE_LINE.get(text);
  return stored === undefined ? text.trim() : stored;
}
