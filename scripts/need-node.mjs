// Plain JavaScript, which every Node can read: an older one fails at the first TypeScript file, and does not say why.

/** TypeScript runs as it is from here on, and what the site is tested on. */
const OLDEST = 24;

if (Number(process.versions.node.split(".")[0]) < OLDEST) {
  console.error(
    `This needs Node ${OLDEST} and found ${process.versions.node}. It comes with npm ci on Linux and Windows; if it was left out there, run npm ci again, without --omit=optional. Elsewhere install it from https://nodejs.org.`,
  );
  process.exitCode = 1;
}
