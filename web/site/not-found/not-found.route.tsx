import { data } from "react-router";
import { NotFoundScreen } from "../../ui/not-found/not-found-screen.tsx";
import type { Route } from "./+types/not-found.route.ts";

export function loader({ params }: Route.LoaderArgs) {
  const [path = ""] = params["*"].split("/");
  return data({ meta: { path } }, 404);
}

/** A form sent to an unknown URL gets the same answer as any other request to it. */
export function action() {
  return data(null, { status: 404 });
}

export default function NotFoundPage() {
  return <NotFoundScreen />;
}
