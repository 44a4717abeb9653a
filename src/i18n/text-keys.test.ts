import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import type { Message } from "#src/base/refusal.ts";
import type { KeyUnder } from "./text-keys.ts";
import { translate } from "./translate.ts";

// `npm run check` fails where one of these lines is no error any more.
test("a key that no catalogue has is an error of the compiler", () => {
  // @ts-expect-error
  expect(translate("en", { key: "site:nav.gone" })).toBe("nav.gone");
  // @ts-expect-error
  expect(translate("en", { key: `site:${"gone" as string}` })).toBe("gone");
  // @ts-expect-error
  const message: Message = { key: "gone" };
  // @ts-expect-error
  const label = (t: TFunction<"claims">, state: string) => t(`winners.state.${state}`);
  // @ts-expect-error
  const tab: KeyUnder<"desk", "head.tab"> = "gone";
  expect([message.key, typeof label, tab]).toEqual(["gone", "function", "gone"]);
});
