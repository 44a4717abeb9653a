import { visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { translate } from "#src/i18n/translate.ts";
import type { Route } from "./+types/verify.route.ts";
import { offlinePage } from "./make-offline-page.ts";
import { Verify } from "./verify.tsx";

export const handle: PageHandle = { cached: { shows: "texts" } };

export function loader({ context }: Route.LoaderArgs) {
  const { language } = context.get(visitorContext);
  return {
    offlineSha256: offlinePage().sha256,
    meta: { path: "verify", description: translate(language, { key: "draws:verify.description" }) },
  };
}

export default function VerifyPage({ loaderData }: Route.ComponentProps) {
  return <Verify offlineSha256={loaderData.offlineSha256} />;
}
