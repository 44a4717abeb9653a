import { data } from "react-router";
import { announce } from "../../../inline/form-faults.ts";
import { sendEntry } from "../entry-submission.ts";
import { readEntryForm, readRobotFields } from "../read-entry-form.ts";

/** Sends an entry form from the browser, as one JSON request. Answers the result, with its status. */
export async function sendEntryForm(raffleCode: string, request: Request) {
  const form = await request.formData();
  const result = await sendEntry(raffleCode, readEntryForm(form), readRobotFields(form));
  if (!result.entryCode && !result.refusal && !result.puzzle) announce("unsent", { kind: "offline" });
  return data(result, { status: result.entryCode ? 201 : 422 });
}
