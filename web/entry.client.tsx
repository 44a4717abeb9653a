import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { type PageTexts, PageTextsProvider, TEXTS_ELEMENT } from "./page-texts.tsx";

const texts = JSON.parse(document.getElementById(TEXTS_ELEMENT)?.textContent ?? "{}") as Omit<PageTexts, "script">;

startTransition(() => {
  hydrateRoot(
    document,
    <PageTextsProvider texts={{ ...texts, script: "" }}>
      <HydratedRouter />
    </PageTextsProvider>,
  );
});
