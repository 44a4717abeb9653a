import { v7 } from "uuid";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new identifier: UUID version 7, so that rows made later sort later and indexes grow at their end. */
export function newId(): string {
  return v7();
}

/** Tells whether a text has the form of an identifier; asking the database with anything else is an error there. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
