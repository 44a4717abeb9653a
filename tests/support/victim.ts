/** An entrant whose details are odd enough that they are in an answer only where somebody let them out. */
export const VICTIM = {
  firstName: "Perpetua",
  lastName: "Zzyzxwright",
  address: "77 Quibbleton Lane",
  phone: "0918 555 7391",
  email: "perpetua.q@victim.example",
  facebook: "https://www.facebook.com/perpetua.quibble",
  instagram: "https://www.instagram.com/perpetua.quibble",
};

/** All that an answer says: its headers and its body. */
export async function everythingOf(response: Response): Promise<string> {
  return [...response.headers].join("\n") + Buffer.from(await response.arrayBuffer()).toString("utf8");
}
