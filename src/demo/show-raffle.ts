import type { DemoRaffle } from "./demo-raffle.ts";

/** A raffle that is drawn as it is loaded, and whose winners wait a day for its show. */
export const showRaffle: DemoRaffle = {
  codeId: "HARANA24",
  shopName: "Kapihan sa Kanto",
  shopPlace: "Vigan, Ilocos Sur",
  shopContact: "harana@kapihan.example",
  accentColor: "#7a3b2e",
  accessCode: "HARA",
  days: { since: 14, due: 0, draw: 0 },
  drawn: {
    dueDate: "2024-08-04T18:00:00Z",
    lockedAt: "2024-08-04T19:29:00Z",
    // The second of round 10,000,000, whose signature the drand network published then.
    drawDate: "2024-08-04T20:29:24Z",
    beacon: "a187c9f5800521e986b5658924696682071ce7ae965486e8fd08bc2c4758bdbb9ed9ecb7beee392a38214e321ecd434f",
  },
  announce: "with-show",
  entries: 16,
  towns: ["Vigan, Ilocos Sur", "Bantay, Ilocos Sur", "Santa Catalina, Ilocos Sur"],
  name: "Harana Night at the Corner Café",
  details:
    "Three songs under the balcony of your choice. The winners are drawn, and wait for the show at the café: watch it here too.",
  status: "Published",
  sources: ["Online", "Café counter"],
  facebookLink: "not-asked",
  instagramLink: "optional",
  prizes: [
    {
      prizeCode: "HARANA",
      name: "A serenade with two guitars",
      details: "Three songs, any evening before ten.",
      worth: "2,000.00",
      numberOfWinners: 1,
      notes: ["For my parents' fortieth.", "Please know a song by Sylvia La Torre."],
    },
    {
      prizeCode: "KAPE",
      name: "Coffee for a month",
      icon: "cup",
      details: "One barako a day at our counter.",
      worth: "1,500.00",
      numberOfWinners: 2,
      notes: [],
    },
  ],
  rules: [{ details: "Hum a song at the counter." }],
};
