/** An event for the operator's log. It identifies people by id only, never by a name, an address or a code. */
export type SecurityEvent = {
  readonly event:
    | "signed-in"
    | "registered"
    | "account-deleted"
    | "password-changed"
    | "email-changed"
    | "second-factor-set"
    | "second-factor-removed"
    | "role-changed"
    | "banned"
    | "unbanned"
    | "typed-mail-released"
    | "access-code-renewed"
    | "password-locked"
    | "second-factor-locked"
    | "access-code-locked";
  readonly userId?: string | undefined;
  readonly raffleId?: string | undefined;
  readonly eventId?: string | undefined;
  /** The account of the admin who changed another account. */
  readonly byUserId?: string | undefined;
};

/** Called for each event as it happens. The limits count single failures; a lock-out is reported on the first wait. */
export type OnSecurityEvent = (event: SecurityEvent) => void;
