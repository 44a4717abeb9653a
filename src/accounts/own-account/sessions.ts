import type { createAuth } from "../better-auth.ts";
import { type Browser, headersOf } from "../library-call.ts";

/** A signed-in browser, as shown to the account's owner. */
export type OwnSession = {
  readonly id: string;
  readonly userAgent: string;
  readonly startedAt: Date;
  readonly usedAt: Date;
};

/** The signed-in browsers of one's own account. */
export type OwnSessions = {
  /** The account's sessions, the latest used first. */
  sessions(browser: Browser): Promise<OwnSession[]>;
  /** Ends one of the account's sessions. An unknown id is no error. */
  endSession(browser: Browser, id: string): Promise<void>;
};

/** The part of accounts.ts that deals with one's own sessions. */
export function ownSessions({ api }: ReturnType<typeof createAuth>): OwnSessions {
  const list = (browser: Browser) => api.listSessions({ headers: headersOf(browser) });

  return {
    async sessions(browser) {
      const sessions = (await list(browser)).map(({ id, userAgent, createdAt, updatedAt }) => {
        return { id, userAgent: userAgent ?? "", startedAt: createdAt, usedAt: updatedAt };
      });
      return sessions.toSorted((a, b) => b.usedAt.getTime() - a.usedAt.getTime());
    },

    async endSession(browser, id) {
      const token = (await list(browser)).find((session) => session.id === id)?.token;
      if (token) await api.revokeSession({ body: { token }, headers: headersOf(browser) });
    },
  };
}
