/**
 * Arrays in PostgreSQL's binary format, for statements that many rows go through: the server copies them, where it
 * would have to parse text or JSON. The driver sends a Buffer as it is.
 *
 * Format: `array_send` and the types' own `…_send`, in PostgreSQL's src/backend/utils/adt. Sizes are 32-bit,
 * big-endian.
 */

/** The types' ids in pg_type, which never change. */
const TYPE_IDS = { boolean: 16, bytea: 17, text: 25, uuid: 2950, jsonb: 3802 } as const;

/** Dimensions, flags, type, then length and lower bound of the one dimension. */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

const UUID_BYTES = 16;
/** jsonb begins with the version of its format. */
const JSONB_VERSION = 1;

/** Texts up to this length are written byte by byte: a call into Node costs as much as some sixty bytes. */
const SHORT_TEXT = 64;
/** The most bytes of a UTF-16 unit in UTF-8. */
const UNIT_BYTES = 3;
const ASCII_END = 0x80;
const DASH = "-".charCodeAt(0);

/** How the values of a type are written. */
type Format<Value> = {
  readonly typeId: number;
  /** The most bytes that a value may take. */
  readonly mostBytes: (value: Value) => number;
  /** Writes a value and returns where it ends. */
  readonly write: (into: Buffer, value: Value, at: number) => number;
};

const TEXT: Format<string> = { typeId: TYPE_IDS.text, mostBytes: mostTextBytes, write: writeText };
const UUID: Format<string> = { typeId: TYPE_IDS.uuid, mostBytes: () => UUID_BYTES, write: writeHex };
const BYTEA: Format<string> = { typeId: TYPE_IDS.bytea, mostBytes: ({ length }) => length / 2, write: writeHex };
const BOOLEAN: Format<boolean> = {
  typeId: TYPE_IDS.boolean,
  mostBytes: () => 1,
  write: (into, value, at) => into.writeUInt8(value ? 1 : 0, at),
};
const JSONB: Format<string> = {
  typeId: TYPE_IDS.jsonb,
  mostBytes: (value) => 1 + mostTextBytes(value),
  write: (into, value, at) => writeText(into, value, into.writeUInt8(JSONB_VERSION, at)),
};

export function textArray(values: readonly (string | null)[]): Buffer {
  return arrayOf(values, TEXT);
}

export function uuidArray(values: readonly string[]): Buffer {
  return arrayOf(values, UUID);
}

export function booleanArray(values: readonly boolean[]): Buffer {
  return arrayOf(values, BOOLEAN);
}

/** @param values bytes in hexadecimal */
export function byteaArray(values: readonly (string | null)[]): Buffer {
  return arrayOf(values, BYTEA);
}

/** @param values each as JSON text */
export function jsonbArray(values: readonly string[]): Buffer {
  return arrayOf(values, JSONB);
}

function arrayOf<Value>(values: readonly (Value | null)[], { typeId, mostBytes, write }: Format<Value>): Buffer {
  let most = HEADER_BYTES;
  let nulls = 0;
  for (const value of values) {
    if (value === null) nulls += 1;
    most += LENGTH_BYTES + (value === null ? 0 : mostBytes(value));
  }
  const array = Buffer.allocUnsafe(most);
  const header = [1, nulls > 0 ? 1 : 0, typeId, values.length, 1];
  let at = header.reduce((offset, number) => array.writeInt32BE(number, offset), 0);
  for (const value of values) {
    const begin = at + LENGTH_BYTES;
    const end = value === null ? begin : write(array, value, begin);
    array.writeInt32BE(value === null ? NULL_LENGTH : end - begin, at);
    at = end;
  }
  return array.subarray(0, at);
}

function mostTextBytes(text: string): number {
  return text.length <= SHORT_TEXT ? text.length * UNIT_BYTES : Buffer.byteLength(text);
}

function writeText(into: Buffer, text: string, at: number): number {
  const { length } = text;
  if (length > SHORT_TEXT) return at + into.write(text, at);
  for (let index = 0; index < length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= ASCII_END) return at + into.write(text, at);
    into[at + index] = unit;
  }
  return at + length;
}

/** Writes the bytes of hexadecimal digits, between which an identifier has dashes. */
function writeHex(into: Buffer, hex: string, at: number): number {
  let end = at;
  for (let index = 0; index < hex.length; index += 2) {
    if (hex.charCodeAt(index) === DASH) index += 1;
    into[end] = (digitAt(hex, index) << 4) | digitAt(hex, index + 1);
    end += 1;
  }
  return end;
}

/** The value of a hexadecimal digit: 0–9 begin at 48, letters in lower case at 97. */
function digitAt(hex: string, index: number): number {
  const unit = hex.charCodeAt(index);
  return unit < 58 ? unit - 48 : (unit | 32) - 87;
}
