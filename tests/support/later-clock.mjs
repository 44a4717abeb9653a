// Loaded before a site by a test: its clock is ahead by LATER_DAYS days. The database's and the browser's are not.
const AHEAD_MS = Number(process.env.LATER_DAYS) * 86_400_000;
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + AHEAD_MS);
    else super(...args);
  }

  static now() {
    return RealDate.now() + AHEAD_MS;
  }
};
