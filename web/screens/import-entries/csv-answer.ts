import { ORGANISER_HEADERS } from "../../requests/organiser.ts";

/** Answers a CSV file to download. */
export function csvFile(name: string, csv: string): Response {
  const headers = {
    ...ORGANISER_HEADERS,
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    "x-content-type-options": "nosniff",
  };
  return new Response(csv, { headers });
}
