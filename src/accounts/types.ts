/** The roles of accounts. */
export const roles = ['administrator', 'supervisor', 'analyst', 'auditor', 'developer'] as const;

export type Role = (typeof roles)[number];

/** Languages of the console. */
export const accountLocales = ['pt-BR', 'en'] as const;

export type AccountLocale = (typeof accountLocales)[number];

export type Account = {
  readonly id: string;
  readonly role: Role;
  readonly locale: AccountLocale;
  readonly name: string;
  readonly email: string;
  /** Undefined without a password. */
  readonly passwordHash: string | undefined;
  /** The secret of the authenticator app, in base32; undefined without one. */
  readonly totpSecret: string | undefined;
  /** Who it is at the issuer of single sign-on, as `identityOf` writes it; undefined without one. */
  readonly identity?: string | undefined;
  /** True for accounts of single sign-on. */
  readonly isExternal: boolean;
  readonly createdAt: Date;
  readonly disabledAt: Date | undefined;
  readonly lastSignInAt: Date | undefined;
};

/** The device of a session, as it said of itself. */
export type SessionOrigin = { readonly address: string; readonly userAgent: string | undefined };

export type AccountSession = {
  readonly id: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** When it ends whatever happens. */
  readonly expiresAt: Date;
};

export type InvitationPurpose = 'first' | 'invitation' | 'reset';

/** A link that makes an account, or lets a person prove himself anew. */
export type Invitation = {
  readonly id: string;
  readonly purpose: InvitationPurpose;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  readonly accountId: string | undefined;
  /** Undefined: the operator, or the service itself. */
  readonly invitedBy: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | undefined;
  readonly revokedAt: Date | undefined;
};
