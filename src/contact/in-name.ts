/** An e-mail address has something before its "@"; the handle of a profile has not. */
const LIKE_EMAIL = /[^\s@([{<,;:/|]@[^\s@]/u;

/** Seven digits or more, with the usual separators, that belong to no word and no handle. */
const LIKE_PHONE = /(?<![\p{L}\p{N}_@.])\+?\(?\p{Nd}(?:[\s()./-]*\p{Nd}){6,}(?![\p{L}\p{N}_])/u;

/** Whether a name contains an e-mail address or what looks like a phone number, so that it is not for the public. */
export function holdsContact(name: string): boolean {
  const plain = name.normalize("NFKC");
  return LIKE_EMAIL.test(plain) || LIKE_PHONE.test(plain);
}
