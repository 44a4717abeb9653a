import { describe, expect, it } from "vitest";
import { entryChanges } from "#src/entries/schema.ts";
import { noteField } from "../../requests/form-text.ts";
import { changesOf, namingIntent, prizeIntent, readEntryChangeForm, ruleIntent } from "./entry-change-form.ts";
import { storedNoteField } from "./notes/typed-notes.ts";

const ID = "0198c0de-0000-7000-8000-000000000001";
const OTHER = "0198c0de-0000-7000-8000-000000000002";

function pressed(intent: string | null, notes: Record<string, string> = {}): FormData {
  const form = new FormData();
  if (intent !== null) form.append("intent", intent);
  for (const [prizeId, note] of Object.entries(notes)) form.append(noteField(prizeId), note);
  return form;
}

describe("the entry page's form", () => {
  it.each(["Done", "Pending"] as const)("changes the pressed rule to %s, and saves what was typed", (status) => {
    const form = readEntryChangeForm(pressed(ruleIntent(ID, status), { [OTHER]: "typed" }));
    const notes = { [OTHER]: "typed" };
    expect(form).toEqual({
      intent: "rule",
      toggled: { id: ID, status },
      notes,
      hasNotes: true,
      typed: notes,
      contact: "",
    });
    expect(changesOf(form)).toEqual({
      rules: [{ ruleId: ID, status }],
      notes: [{ prizeId: OTHER, note: "typed" }],
    });
  });

  it.each(["Selected", "Unselected"] as const)("changes the pressed prize to %s, whatever its note says", (status) => {
    const form = readEntryChangeForm(pressed(prizeIntent(ID, status), { [ID]: "blue" }));
    expect(form).toMatchObject({ intent: "prize", toggled: { id: ID, status } });
    expect(changesOf(form)).toEqual({ notes: [{ prizeId: ID, note: "blue" }], wishes: [{ prizeId: ID, status }] });
  });

  it.each(["ticket", "name"] as const)("has a winner named by %s", (by) => {
    const form = readEntryChangeForm(pressed(namingIntent(by)));
    expect(changesOf(form)).toEqual({ namedByTicket: by === "ticket", notes: [] });
  });

  it("sends no note that is as it was stored: another tab may have changed it since", () => {
    const form = pressed("notes", { [ID]: " blue ", [OTHER]: "" });
    form.set(storedNoteField(ID), "blue");
    form.set(storedNoteField(OTHER), "red");
    expect(changesOf(readEntryChangeForm(form))).toEqual({ notes: [{ prizeId: OTHER, note: "" }] });
  });

  it.each([
    null,
    "naming:",
    "naming:nobody",
    "",
    "notes",
    "rule:",
    `rule:${ID}:Selected`,
    `prize:${ID}:Done`,
    `rule:${ID}:Done:more`,
    `delete:${ID}:Done`,
    `RULE:${ID}:Done`,
  ])("saves the notes for %j: what Enter does", (intent) => {
    const form = readEntryChangeForm(pressed(intent, { [ID]: "one\r\ntwo", [OTHER]: "" }));
    expect(form).toMatchObject({ intent: "notes", toggled: null });
    expect(changesOf(form)).toEqual({
      notes: [
        { prizeId: ID, note: "one\ntwo" },
        { prizeId: OTHER, note: "" },
      ],
    });
  });

  it("shows the details for a typed phone or e-mail, by its button and by Enter, and keeps the notes", () => {
    const typed = (button: string) => {
      const form = pressed(button, { [ID]: "typed, not yet saved" });
      form.set("contact", "0917 123 4567");
      return readEntryChangeForm(form);
    };
    const notes = { [ID]: "typed, not yet saved" };
    const show = { intent: "show", toggled: null, notes, typed: notes, hasNotes: true, contact: "0917 123 4567" };
    expect([typed("show"), typed("")]).toEqual([show, show]);
    expect(typed("notes").intent).toBe("notes");
    expect(typed(ruleIntent(ID, "Done")).intent).toBe("rule");
  });

  it("erases for the one button that says so", () => {
    expect(readEntryChangeForm(pressed("erase"))).toMatchObject({ intent: "erase", toggled: null, contact: "" });
    expect(readEntryChangeForm(pressed("erase:"))).toMatchObject({ intent: "notes" });
  });

  it("sends what the entry's schema takes", () => {
    for (const intent of [ruleIntent(ID, "Done"), prizeIntent(ID, "Selected"), namingIntent("ticket"), "notes"]) {
      const changes = changesOf(readEntryChangeForm(pressed(intent, { [ID]: "blue" })));
      expect(entryChanges.safeParse(changes).success).toBe(true);
    }
  });
});
