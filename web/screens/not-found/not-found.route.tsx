import { data } from "react-router";
import { siteContext } from "#src/http/page-context.ts";
import { NotFoundScreen } from "../../ui/not-found/not-found-screen.tsx";
import type { Route } from "./+types/not-found.route.ts";

export function loader({ params, context }: Route.LoaderArgs) {
  const { config } = context.get(siteContext);
  const [path = ""] = params["*"].split("/");
  return data({ path, productName: config.productName }, { status: 404 });
}

/** A form sent to an unknown URL gets the same answer as any other request to it. */
export function action() {
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        { title: [loaderData.path.toUpperCase(), loaderData.productName].filter(Boolean).join(" | ") },
        { name: "robots", content: "noindex" },
      ]
    : [];

export default function NotFoundPage() {
  return <NotFoundScreen />;
}
