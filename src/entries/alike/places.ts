import { soundOf, wordsOf } from "./sounds.ts";

/** The forms of one word in Philippine addresses. The first of each line stands for all. */
const FORMS = [
  "avenue ave av",
  "block blk blck bl",
  "lot lt",
  "phase ph",
  "subdivision subd subdiv sbd",
  "village vill vlg",
  "road rd",
  "boulevard blvd",
  "drive dr",
  "highway hwy",
  "extension ext extn",
  "compound cmpd cpd",
  "building bldg",
  "apartment apt",
  "floor flr fl",
  "purok prk pk",
  "poblacion pob",
  "general gen",
  "president pres",
  "doctor doc",
  "santo sto",
  "santa sta",
  "quezon qc",
  "manila mla",
  "corner cor",
];

/** Words that people write or leave out. */
const LEFT_OUT =
  "street st str barangay brgy bgy brg bgry city province prov no num number nr philippines phils of the";

const FORM_OF: ReadonlyMap<string, string> = new Map(
  FORMS.flatMap((line) => {
    const [form = "", ...others] = line.split(" ");
    return others.map((other): [string, string] => [other, form]);
  }),
);
const IS_LEFT_OUT: ReadonlySet<string> = new Set(LEFT_OUT.split(" "));

/** An address, made comparable: "12 Rizal St., Brgy. Jaro" and "12 rizal street, Barangay Jaro" become one. */
export function alikePlace(address: string): string {
  const words = wordsOf(address).filter((word) => !IS_LEFT_OUT.has(word));
  return words.map((word) => soundOf(FORM_OF.get(word) ?? word)).join(" ");
}
