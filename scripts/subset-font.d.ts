/** The part of subset-font that we use. The package has no types. */
declare module "subset-font" {
  type Axis = number | { readonly min: number; readonly max: number };
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      readonly targetFormat: "sfnt" | "woff2";
      readonly keepFeatures?: readonly string[];
      readonly variationAxes?: Readonly<Record<string, Axis>>;
    },
  ): Promise<Buffer>;
}
