import { expect, test } from "vitest";
import { formFaults } from "./whole-forms.ts";

test.each([
  ['<form method="post"><input name="a"/><button>Send</button></form>', []],
  ['<form method="post" id="a"><input name="a"/></form><button form="a">Send</button>', []],
  ['<form method="post" enctype="multipart/form-data"><input type="file" name="a"/><button>Send</button></form>', []],
  ["<form><button>Send</button></form>", ["“Send” has no method"]],
  ['<form method="post" action="javascript:void 0"><button>Send</button></form>', ["“Send” is sent nowhere"]],
  ['<form method="post"><button type="button">Send</button></form>', ["“Send” has no button that sends it"]],
  ['<form method="post"><input/><button>Send</button></form>', ["“Send” has a field without a name: /"]],
  ['<form method="post"><input type="file" name="a"/><button>Send</button></form>', ["“Send” does not send its file"]],
])("%s", (html, faults) => {
  expect(formFaults(html)).toEqual(faults);
});
