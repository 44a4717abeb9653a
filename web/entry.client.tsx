import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { announce } from "./inline/form-faults.ts";
import { PageTextsProvider, type SentTexts, TEXTS_ELEMENT } from "./page/page-texts.tsx";

const sent = JSON.parse(document.getElementById(TEXTS_ELEMENT)?.textContent ?? "{}") as SentTexts;
const { language, timeZone } = sent;

/** Marks the page as hydrated. Until then its forms are sent without React. */
function Started() {
  useEffect(() => {
    document.documentElement.dataset.started = "";
    announce("started");
  }, []);
  return null;
}

/** A page whose texts cannot be had stays as it is: finished HTML, whose forms need no React. */
async function readTexts(): Promise<Record<string, Record<string, unknown>>> {
  // A connection that breaks once is usual on a phone.
  const read = Object.entries(sent.files).map(
    async ([namespace, file]) => [namespace, await readJson(file).catch(() => readJson(file))] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

async function readJson(file: string): Promise<Record<string, unknown>> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`There are no texts at ${file}.`);
  return answer.json();
}

const catalogue = await readTexts();
startTransition(() => {
  hydrateRoot(
    document,
    <PageTextsProvider texts={{ language, timeZone, catalogue, script: "", formScript: "" }}>
      <HydratedRouter />
      <Started />
    </PageTextsProvider>,
  );
});
