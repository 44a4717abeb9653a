import { createHash } from "node:crypto";
import { mailboxOf } from "#src/contact/mailbox.ts";
import { type AlikeName, alikeName } from "./names.ts";
import { alikePhone, partsOfPhone } from "./phones.ts";
import { alikePlace } from "./places.ts";

/** Sixteen hexadecimal digits, as the other hashes of `entry_search` have. */
const HASH_LENGTH = 16;

/** What look-alikes are found by. */
export type AlikePerson = {
  readonly firstName: string;
  readonly lastName: string;
  readonly address: string;
  /** As in the database: E.164, or what stood on paper; null for none. */
  readonly phoneKey: string | null;
  readonly emailKey: string | null;
};

/** The columns of `entry_search` that look-alikes have in common, each with an index. */
export const ALIKE_KEYS = ["mailbox_key", "home_key", "phone_head_key", "phone_tail_key"] as const;

/**
 * Hashes in hexadecimal that entries of one person share if they are written in different ways; null where there is
 * nothing to compare. Entries with one of them in common are candidates: `findAlikePeople` compares them.
 */
export type AlikeKeys = { readonly [Key in (typeof ALIKE_KEYS)[number]]: string | null };

/** Of an entry that is gone. */
export const NO_ALIKE_KEYS: AlikeKeys = {
  mailbox_key: null,
  home_key: null,
  phone_head_key: null,
  phone_tail_key: null,
};

export function alikeKeys(person: AlikePerson): AlikeKeys {
  const name = alikeName(person.firstName, person.lastName);
  const place = alikePlace(person.address);
  const phone = alikePhone(person.phoneKey);
  const { head, tail } = partsOfPhone(phone);
  const called = `${name.first}\n${name.last}`;
  const isNamed = name.first !== "" || name.last !== "";
  return {
    mailbox_key: person.emailKey?.includes("@") ? hash(mailboxOf(person.emailKey)) : null,
    home_key: place === "" || !isNamed ? null : hash(`${initials(name)}\n${place}`),
    phone_head_key: phone === "" || !isNamed ? null : hash(`${called}\n${head}`),
    phone_tail_key: phone === "" || !isNamed ? null : hash(`${called}\n${tail}`),
  };
}

/** In an order that does not change if first and last name are swapped. Most siblings differ in them. */
function initials({ first, last }: AlikeName): string {
  return [...first.slice(0, 1), ...last.slice(0, 1)].toSorted().join("");
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);
}
