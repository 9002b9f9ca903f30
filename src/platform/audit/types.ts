/** Who did it: a client of the API, an operator at the command line, the service by itself, or whoever held a signed link. */
export type AuditActor =
  | { readonly kind: 'client'; readonly id: string }
  | { readonly kind: 'operator' | 'service' | 'link'; readonly id?: string };

/** One act or read. Identifiers only: no CPF, no name, no address of a photo. */
export type AuditEvent = {
  readonly actor: AuditActor;
  /** What was done to what kind of thing: `person.read`, `client.revoke`. */
  readonly action: string;
  /** The stored identifier of what was read or changed. */
  readonly target?: string | undefined;
  /** Why, in the caller's words (the header X-Purpose). */
  readonly purpose?: string | undefined;
  /** The network address it came from. */
  readonly source?: string | undefined;
  /** `done`, or the code of the error it ended with. */
  readonly outcome: string;
  readonly requestId?: string | undefined;
  /** What else there is to say, as plain JSON. */
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
};

/** An event as it stands in its chain. */
export type RecordedEvent = AuditEvent & {
  readonly chain: string;
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly at: Date;
  /** HMAC-SHA256 over the event and the hash before it. */
  readonly hash: Uint8Array;
};

/** This process's chain of the audit log. */
export type AuditLog = {
  /**
   * Resolves once the event is stored. Events that arrive while others are being written go together in the next
   * statement. Rejects with `audit_unavailable`: what was to be answered must not be, then.
   */
  record(event: AuditEvent): Promise<void>;
  /** Waits for what is being written. */
  close(): Promise<void>;
};
