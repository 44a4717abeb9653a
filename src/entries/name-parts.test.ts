import { expect, it } from "vitest";
import { partsOfName } from "./name-parts.ts";

it.each([
  ["Maria Clara Santos", "Maria Clara", "Santos"],
  ["Santos, Maria", "Maria", "Santos"],
  ["Juan dela Cruz", "Juan", "dela Cruz"],
  ["Ma. Ana de la Cruz", "Ma. Ana", "de la Cruz"],
  ["José San Juan Jr.", "José", "San Juan Jr."],
  ["Reyes Jr., Ben", "Ben", "Reyes Jr."],
  ["Ben Reyes, Jr.", "Ben", "Reyes Jr."],
  ["Anna von der Heide", "Anna", "von der Heide"],
  ["Santa Cruz", "Santa", "Cruz"],
  ["Leo II", "Leo", "II"],
  ["@ana", "@ana", ""],
  ["SANTOS, MARIA, R.", "MARIA R.", "SANTOS"],
  ["Reyes Ben,", "Reyes", "Ben"],
  [", Ben", "Ben", ""],
])("parts %s", (name, firstName, lastName) => {
  expect(partsOfName(name)).toEqual({ firstName, lastName });
});
