import { proveOrganiser } from "#src/access/organiser.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { TestApi, TestRaffle } from "./api.ts";

/** The proof of a raffle's organiser, by its access code. */
export async function organiserScope(
  site: TestApi["site"],
  { id, accessCode }: Pick<TestRaffle, "id" | "accessCode">,
): Promise<OrganiserScope> {
  const scope = await proveOrganiser({ ...site, reader: site.db, address: "192.0.2.1" }, { raffle: id, accessCode });
  if (!scope.ok) throw new Error(scope.refusal.reason);
  return scope.value;
}
