import { offlinePage } from "./make-offline-page.ts";

/** The page that checks draws without a network, to keep and to pass on. */
export function loader(): Response {
  return new Response(offlinePage().html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-disposition": 'attachment; filename="verify-offline.html"',
      "cache-control": "no-cache",
    },
  });
}
