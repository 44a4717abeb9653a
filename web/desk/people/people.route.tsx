import type { PageHandle } from "#src/http/page-handle.ts";
import { deskAction, deskLoader } from "../desk-screen.ts";
import { People } from "./people.tsx";
import { changePeople, loadPeople, typedInvitation } from "./people-page.ts";

export const handle: PageHandle = { forms: true };

export const loader = deskLoader("team:people.description", loadPeople);

export const action = deskAction({ read: typedInvitation, change: changePeople });

export default People;
