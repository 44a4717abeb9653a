/** A drawing for a place where nothing is, from public/scenes.svg. What to do next stands below it in words. */
export function Scene({ name }: { readonly name: "counter" | "rooster" | "drum" | "torn" | "lantern" }) {
  return (
    <svg width="160" height="110" viewBox="0 0 160 110" aria-hidden="true" focusable="false">
      <use href={`/scenes.svg#${name}`} />
    </svg>
  );
}
