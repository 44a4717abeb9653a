import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("routes/public/home.tsx"),
  route("raffle-list", "routes/public/raffle-list.tsx"),
  route("raffle/:identifier", "routes/public/raffle.tsx"),
  route("raffle-entry/:raffleCode", "routes/public/raffle-entry.tsx"),
  route("raffle-entry/:raffleCode/:entryCode", "routes/public/entry.tsx"),
  route("search-entry/:raffleId", "routes/public/search-entry.tsx"),
  route("how-it-works", "routes/public/how-it-works.tsx"),
  route("terms", "routes/public/terms.tsx"),
  route("create-raffle", "routes/organiser/create-raffle.tsx"),
  route("admin-raffle-list", "routes/organiser/admin-raffle-list.tsx"),
  route("draw-list/:raffleCode/:accessCode", "routes/organiser/draw-list.tsx"),
  route("draw-masterlist/:raffleCode/:accessCode", "routes/organiser/draw-masterlist.tsx"),
  route("import-entries/:raffleCode/:accessCode", "routes/organiser/import-entries.tsx"),
  route("update-entry/:entryCode", "routes/organiser/update-entry.tsx"),
  route("raffle-changes/:raffleCode/:accessCode", "routes/organiser/raffle-changes.tsx"),
  route("edit-raffle/:raffleIdOrCode?", "routes/organiser/edit-raffle-without-code.ts"),
  route("edit-raffle/:raffleIdOrCode/:accessCode", "routes/organiser/edit-raffle.tsx"),
  route("poster/:raffleCode", "routes/public/poster.tsx"),
  route("*", "routes/public/not-found.tsx"),
] satisfies RouteConfig;
