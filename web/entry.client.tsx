import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { announce } from "./inline/form-faults.ts";
import { type PageTexts, PageTextsProvider, TEXTS_ELEMENT } from "./page/page-texts.tsx";

const texts = JSON.parse(document.getElementById(TEXTS_ELEMENT)?.textContent ?? "{}") as Omit<
  PageTexts,
  "script" | "formScript"
>;

/** Marks the page as hydrated. Until then its forms are sent without React. */
function Started() {
  useEffect(() => {
    document.documentElement.dataset.started = "";
    announce("started");
  }, []);
  return null;
}

startTransition(() => {
  hydrateRoot(
    document,
    <PageTextsProvider texts={{ ...texts, script: "", formScript: "" }}>
      <HydratedRouter />
      <Started />
    </PageTextsProvider>,
  );
});
