import { describe, expect, it } from "vitest";
import { linkFault } from "./rules.ts";

const own = { origin: "https://raffles.example", port: 3000 };
const faults = (links: readonly string[], site = own) => links.map((link) => [link, linkFault(link, site)]);
const all = (links: readonly string[], fault: string | null) => links.map((link) => [link, fault]);

describe("a link of an event", () => {
  it("may lead to any other site by https", () => {
    const fine = [
      "https://example.com",
      "https://example.com:8443/form?x=1&y=ä#top",
      "HTTPS://EXAMPLE.COM/a",
      "https://raffles.example.com/",
      "https://raffles.example:8443/",
      "https://notraffles.example/",
      "https://local.example/",
      "https://93.184.215.14/",
      "https://172.15.0.1/",
      "https://172.32.0.1/",
      "https://[2606:4700::1111]/",
      "https://xn--bcher-kva.example/",
    ];
    expect(faults(fine)).toEqual(all(fine, null));
  });

  it("leads to no machine of the visitor's own, nor of the network around them", () => {
    const names = [
      "localhost:22",
      "app.localhost",
      "router",
      "nas.local",
      "vault.internal",
      "fritz.home.arpa",
      "pi.lan.",
    ];
    const addresses = ["127.0.0.1:8080", "127.1", "2130706433", "0x7f.1", "0.0.0.0", "10.1.2.3", "100.64.0.1"];
    const more = ["169.254.169.254", "172.16.0.1", "172.31.255.255", "192.168.1.1", "224.0.0.1", "255.255.255.255"];
    const six = ["[::1]", "[::]", "[fe80::1]", "[fd00::1]", "[fc00::1]", "[::ffff:192.168.1.1]", "[64:ff9b::7f00:1]"];
    const tunnels = ["[2002:7f00:1::]", "[2001:0:7f00:1::]", "[ff02::1]"];
    const links = [...names, ...addresses, ...more, ...six, ...tunnels].map((host) => `https://${host}/admin`);
    expect(faults(links)).toEqual(all(links, "linkPrivate"));
    const open = ["http://localhost:22/", "http://127.0.0.1:8080/admin", "http://192.168.1.1/"];
    expect(faults(open)).toEqual(all(open, "linkNotHttps"));
  });

  it("may lead to one's own machine and network where the site is tried out", () => {
    const home = ["http://localhost:4000/draw", "http://127.0.0.1:4000", "https://192.168.1.1/", "https://nas.local/"];
    for (const origin of ["http://localhost:3000", "http://192.168.1.20:3000", "https://localhost:8443"]) {
      expect(faults(home, { origin, port: 3000 })).toEqual(all(home, null));
    }
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
