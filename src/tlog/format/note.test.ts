import { utf8ToBytes } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { sha256 } from "#src/base/hashing/sha256.ts";
import { checkpointText, openCheckpoint, readCheckpoint } from "./checkpoint.ts";
import { cosign, cosignedAt } from "./cosignature.ts";
import { leafHash } from "./merkle.ts";
import { isSignedBy, KEY_TYPES, keyOf, readNote, readVkey, signNote, vkeyOf } from "./note.ts";
import { proofText, readProof, verifyProof } from "./proof.ts";
import { growTiles, inclusionProof, nodesIn, rootOfTree } from "./tiles.ts";

// The example of c2sp.org/signed-note.
const EXAMPLE_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const EXAMPLE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

const log = { name: "raffles.example.com/log", secretKey: sha256(utf8ToBytes("log")) };
const witness = { name: "witness.example.com", secretKey: sha256(utf8ToBytes("witness")) };
const logKey = keyOf(log, KEY_TYPES.note);
const witnessKey = keyOf(witness, KEY_TYPES.cosignature);

describe("a signed note", () => {
  it("of the standard's example is right under its key alone", () => {
    const [key, note] = [readVkey(EXAMPLE_KEY), readNote(EXAMPLE)];
    expect(key && vkeyOf(key)).toBe(EXAMPLE_KEY);
    expect(key && note && isSignedBy(key, note)).toBe(true);
    expect(note && isSignedBy(logKey, note)).toBe(false);
    const changed = readNote(EXAMPLE.replace("an example", "no example"));
    expect(key && changed && isSignedBy(key, changed)).toBe(false);
  });

  it("is refused where one of two signatures of a key is wrong", () => {
    const [right, other] = [signNote("one\n", log), signNote("two\n", log)];
    const note = readNote(`${right}${other.split("\n\n")[1]}`);
    expect(note?.signatures).toHaveLength(2);
    expect(note && isSignedBy(logKey, note)).toBe(false);
  });

  it.each([
    ["no signature", "text\n\n"],
    ["no empty line", "text\n— name AAAAAAAA\n"],
    ["a control character", EXAMPLE.replace("This", "\u0007This")],
    ["a signature that is no base64", EXAMPLE.replace("Uw2Q", "Uw2_")],
    ["a name with a plus", EXAMPLE.replace("example.com/foo", "example.com+foo")],
    ["no LF at its end", EXAMPLE.slice(0, -1)],
  ])("is none with %s", (_, text) => {
    expect(readNote(text)).toBeUndefined();
  });

  it.each([
    ["another id", EXAMPLE_KEY.replace("530d903a", "530d903b")],
    ["another name", EXAMPLE_KEY.replace("foo", "bar")],
    ["too few bytes", EXAMPLE_KEY.slice(0, -4)],
  ])("has no key with %s", (_, word) => {
    expect(readVkey(word)).toBeUndefined();
  });
});

describe("a checkpoint", () => {
  const root = sha256(utf8ToBytes("root"));
  const text = checkpointText({ origin: log.name, size: 12, root });

  it("is read of its log alone", () => {
    const note = signNote(text, log);
    expect(openCheckpoint(note, logKey)).toMatchObject({ ok: true, value: { origin: log.name, size: 12, root } });
    const other = { ...log, name: "other.example.com/log" };
    expect(openCheckpoint(note, keyOf(other, KEY_TYPES.note))).toEqual({ ok: false, refusal: { reason: "wrong-log" } });
    expect(openCheckpoint(note.replace("\n12\n", "\n13\n"), logKey)).toEqual({
      ok: false,
      refusal: { reason: "not-signed" },
    });
  });

  it.each(["-1", "012", "1e3", "9007199254740993", ""])("has no size %j", (size) => {
    expect(readCheckpoint(signNote(text.replace("\n12\n", `\n${size}\n`), log))).toBeUndefined();
  });

  it("is cosigned with the time, and by nobody else", () => {
    const note = `${signNote(text, log)}${cosign(text, witness, 1_700_000_000)}`;
    const read = readNote(note);
    expect(read && cosignedAt(witnessKey, read)).toBe(1_700_000_000);
    expect(openCheckpoint(note, logKey).ok).toBe(true);
    const other = readNote(note.replace("\n12\n", "\n13\n"));
    expect(other && cosignedAt(witnessKey, other)).toBeUndefined();
    const unsigned = readNote(signNote(text, log));
    expect(unsigned && cosignedAt(witnessKey, unsigned)).toBeUndefined();
    // A signature of the note itself is none of a witness.
    const asNote = readNote(signNote(text, witness));
    expect(asNote && cosignedAt(witnessKey, asNote)).toBeUndefined();
  });
});

it("a proof is one file that shows a leaf in its log", () => {
  const leaves = Array.from({ length: 11 }, (_, index) => utf8ToBytes(`leaf ${index}`));
  const { tiles } = growTiles(
    { size: 0, edge: [] },
    leaves.map((leaf) => leafHash(leaf)),
  );
  const nodes = nodesIn(() => tiles[0]?.hashes);
  const checkpoint = signNote(checkpointText({ origin: log.name, size: 11, root: rootOfTree(nodes, 11) }), log);
  const proof = { index: 4, siblings: inclusionProof(nodes, 4, 11), checkpoint };
  const read = readProof(proofText(proof));
  expect(read).toEqual(proof);
  expect(read && verifyProof(read, leaves[4] ?? new Uint8Array(), logKey)).toMatchObject({
    ok: true,
    value: { size: 11 },
  });
  expect(read && verifyProof(read, leaves[5] ?? new Uint8Array(), logKey)).toEqual({
    ok: false,
    refusal: { reason: "not-in-log" },
  });
  const withExtra = proofText(proof).replace("\nindex", "\nextra AAAA\nindex");
  expect(readProof(withExtra)).toEqual(proof);
  expect(readProof(proofText(proof).replace("v1", "v2"))).toBeUndefined();
});
