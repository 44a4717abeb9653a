import { expect, test } from "vitest";
import { createUploadRoom } from "./upload-room.ts";

const MEBIBYTE = 1024 * 1024;
const PHOTO = 8 * MEBIBYTE;
const SOON_MS = 50;

test("one network's photos wait for each other, and another network's do not wait for them", async () => {
  const room = createUploadRoom();
  const first = await room.enter("a", PHOTO);
  await room.enter("a", PHOTO);
  let third: unknown;
  const waiting = room.enter("a", PHOTO).then((leave) => {
    third = leave;
  });
  expect(await room.enter("b", PHOTO)).toBeTypeOf("function");
  expect(third).toBeUndefined();
  first?.();
  await waiting;
  expect(third).toBeTypeOf("function");
});

test("all networks together take no more than the site has, and who finds no room in time is told so", async () => {
  const room = createUploadRoom(1, SOON_MS);
  const came: ((() => void) | null)[] = [];
  for (let number = 0; number < 7; number++) came.push(await room.enter(`network ${number}`, PHOTO));
  expect(came.map((leave) => leave !== null)).toEqual([true, true, true, true, true, true, false]);
  came[0]?.();
  expect(await room.enter("another", PHOTO)).not.toBeNull();
});

test("workers share the room, and each has place for two photos", async () => {
  const room = createUploadRoom(8, SOON_MS);
  const came = await Promise.all(["a", "b", "c"].map((network) => room.enter(network, PHOTO)));
  expect(came.map((leave) => leave !== null)).toEqual([true, true, false]);
});
