import { describe, expect, it } from "vitest";
import { linkFault } from "./rules.ts";

const own = { origin: "https://raffles.example", port: 3000 };
const faults = (links: readonly string[], site = own) => links.map((link) => [link, linkFault(link, site)]);
const all = (links: readonly string[], fault: string | null) => links.map((link) => [link, fault]);

describe("a link of an event", () => {
  it("may lead to any other site by https, and to this machine by http", () => {
    const fine = [
      "https://example.com",
      "https://example.com:8443/form?x=1&y=ä#top",
      "HTTPS://EXAMPLE.COM/a",
      "https://raffles.example.com/",
      "https://raffles.example:8443/",
      "https://notraffles.example/",
      "http://localhost:4000/draw",
      "http://127.0.0.1:4000",
    ];
    expect(faults(fine)).toEqual(all(fine, null));
  });

  it("is a link", () => {
    const broken = [
      "example.com",
      "https:example.com",
      "https:///",
      "https://",
      "https://a b",
      "https:\\\\example.com",
    ];
    const split = [
      "https://exa\nmple.com",
      "javascript:alert(1)",
      "//example.com",
      "https://example.com\\@raffles.example",
    ];
    expect(faults([...broken, ...split])).toEqual(all([...broken, ...split], "linkInvalid"));
  });

  it("does not travel in the open, nor is it anything but a page's address", () => {
    const open = [
      "http://example.com/",
      "http://[::1]:4000/",
      "ftp://example.com/",
      "javascript://example.com/%0aalert(1)",
    ];
    const near = ["http://localhost.example.com/", "http://127.0.0.2/", "data://text/html,x", "blob://https/x"];
    expect(faults([...open, ...near])).toEqual(all([...open, ...near], "linkNotHttps"));
  });

  it("holds no name and password", () => {
    const links = ["https://user:pass@example.com/", "https://user@example.com/", "https://:pass@example.com/"];
    expect(faults(links)).toEqual(all(links, "linkWithPassword"));
  });

  it("is never ours, whatever it is called", () => {
    const ours = [
      "https://raffles.example/create-event",
      "https://RAFFLES.example:443/",
      "https://raffles.example./",
      "http://localhost:3000/",
      "http://127.0.0.1:3000/",
      "https://[::1]:3000/",
      "https://desk.localhost:3000/",
      "https://127.9.9.9:3000/",
      "https://0.0.0.0:3000/",
    ];
    expect(faults(ours)).toEqual(all(ours, "linkOurs"));
    const home = { origin: "http://localhost:3000", port: 3000 };
    const atHome = ["http://localhost:3000/", "http://127.0.0.1:3000/raffle-list", "https://localhost:3000/"];
    expect(faults(atHome, home)).toEqual(all(atHome, "linkOurs"));
    expect(linkFault("http://localhost:3001/", home)).toBeNull();
  });
});
