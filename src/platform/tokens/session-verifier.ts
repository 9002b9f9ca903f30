import type { AccessToken } from './access-token.ts';

/** The parts of a request that may come with a session, as the browser sent them. */
export type SessionRequest = {
  /** True when the method may change something. */
  readonly isChange: boolean;
  /** The Cookie header. */
  readonly cookie: string;
  /** The headers X-CSRF-Token, Origin and Sec-Fetch-Site. */
  readonly csrfToken: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
};

/** Checks sessions of the console. Port between the HTTP edge and whoever keeps them. */
export type SessionVerifier = {
  /**
   * The session as a token of a customer client with the scopes that its account's role has now; undefined when no
   * cookie names one. Rejects with `session_ended`, and with `session_request_refused` for a change that may
   * come from a foreign page.
   */
  verify(request: SessionRequest): Promise<AccessToken | undefined>;
};
