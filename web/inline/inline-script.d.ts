declare module "*?inline-script" {
  /** The script's text, minified. */
  const source: string;
  export default source;
}
