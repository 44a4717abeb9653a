import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { type PageTexts, PageTextsProvider, TEXTS_ELEMENT } from "./page-texts.tsx";

const texts = JSON.parse(document.getElementById(TEXTS_ELEMENT)?.textContent ?? "{}") as Omit<PageTexts, "script">;

/** Marks the page once it answers by itself; until then its forms are sent as they would be without scripts. */
function Started() {
  useEffect(() => {
    document.documentElement.dataset.started = "";
  }, []);
  return null;
}

startTransition(() => {
  hydrateRoot(
    document,
    <PageTextsProvider texts={{ ...texts, script: "" }}>
      <HydratedRouter />
      <Started />
    </PageTextsProvider>,
  );
});
