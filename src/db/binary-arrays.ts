/**
 * Arrays in PostgreSQL's binary format, for statements that many rows go through: the server copies them, where it would
 * have to parse text or JSON. The driver sends a Buffer as it is.
 *
 * Format: `array_send` and the types' own `…_send`, in PostgreSQL's src/backend/utils/adt. Sizes are 32-bit, big-endian.
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

export function textArray(values: readonly (string | null)[]): Buffer {
  return arrayOf(TYPE_IDS.text, values, Buffer.byteLength, (into, value, at) => into.write(value, at));
}

export function uuidArray(values: readonly string[]): Buffer {
  const size = () => UUID_BYTES;
  return arrayOf(TYPE_IDS.uuid, values, size, (into, value, at) => into.write(value.replaceAll("-", ""), at, "hex"));
}

export function booleanArray(values: readonly boolean[]): Buffer {
  const size = () => 1;
  return arrayOf(TYPE_IDS.boolean, values, size, (into, value, at) => into.writeUInt8(value ? 1 : 0, at));
}

/** @param values bytes in hexadecimal */
export function byteaArray(values: readonly (string | null)[]): Buffer {
  const size = (value: string) => value.length / 2;
  return arrayOf(TYPE_IDS.bytea, values, size, (into, value, at) => into.write(value, at, "hex"));
}

/** @param values each as JSON text */
export function jsonbArray(values: readonly string[]): Buffer {
  const size = (value: string) => 1 + Buffer.byteLength(value);
  return arrayOf(TYPE_IDS.jsonb, values, size, (into, value, at) => {
    into.writeUInt8(JSONB_VERSION, at);
    into.write(value, at + 1);
  });
}

function arrayOf<Value>(
  typeId: number,
  values: readonly (Value | null)[],
  sizeOf: (value: Value) => number,
  write: (into: Buffer, value: Value, at: number) => void,
): Buffer {
  const sizes = values.map((value) => (value === null ? NULL_LENGTH : sizeOf(value)));
  const bytes = sizes.reduce((sum, size) => sum + LENGTH_BYTES + Math.max(0, size), HEADER_BYTES);
  const array = Buffer.allocUnsafe(bytes);
  const hasNull = sizes.includes(NULL_LENGTH);
  const header = [1, hasNull ? 1 : 0, typeId, values.length, 1];
  let at = header.reduce((offset, number) => array.writeInt32BE(number, offset), 0);
  for (const [index, value] of values.entries()) {
    const size = sizes[index] ?? NULL_LENGTH;
    at = array.writeInt32BE(size, at);
    if (value === null) continue;
    write(array, value, at);
    at += size;
  }
  return array;
}
