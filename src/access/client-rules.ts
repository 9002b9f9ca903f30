import type { Db } from '../platform/db/types.ts';
import { findClientRules, listCaptureOrigins } from './client-store.ts';
import { AccessError } from './errors.ts';
import { matchRedirect, parseOrigin, parseRedirectTarget } from './listed-addresses.ts';
import { type ClientRules, type LivenessDemand, type LivenessPolicy, livenessDemands } from './types.ts';

/** Rules as they are sent. Absent members stay as they are; null is the operator's demand. */
export type ClientRulesChange = {
  readonly livenessRequired?: { readonly [Use in keyof LivenessPolicy]?: string | null } | undefined;
  readonly captureOrigins?: readonly string[] | undefined;
  readonly redirectUrls?: readonly string[] | undefined;
};

/** The most entries of each list of a client. */
export const mostListed = 20;

export const noRules: ClientRules = { livenessRequired: {}, captureOrigins: [], redirectUrls: [] };

/**
 * The rules after a change. Throws `client_liveness_invalid`, `client_liveness_weaker` for less than the operator
 * demands, `client_origins_invalid` and `client_redirects_invalid`.
 */
export function changeRules(
  before: ClientRules,
  { livenessRequired = {}, captureOrigins, redirectUrls }: ClientRulesChange,
  operator: LivenessPolicy = { authentication: 'passive', registration: 'passive' },
): ClientRules {
  return {
    livenessRequired: {
      ...demandOf('authentication', before, livenessRequired, operator),
      ...demandOf('registration', before, livenessRequired, operator),
    },
    captureOrigins:
      captureOrigins === undefined
        ? before.captureOrigins
        : parseAll(captureOrigins, parseOrigin, 'client_origins_invalid'),
    redirectUrls:
      redirectUrls === undefined
        ? before.redirectUrls
        : parseAll(redirectUrls, parseRedirectTarget, 'client_redirects_invalid'),
  };
}

function demandOf(
  use: keyof LivenessPolicy,
  before: ClientRules,
  change: NonNullable<ClientRulesChange['livenessRequired']>,
  operator: LivenessPolicy,
): Partial<LivenessPolicy> {
  const wanted = change[use];
  if (wanted === null) return {};
  if (wanted === undefined) {
    const kept = before.livenessRequired[use];
    return kept === undefined ? {} : { [use]: kept };
  }
  const demand = livenessDemands.find((each) => each === wanted);
  if (demand === undefined) throw new AccessError('client_liveness_invalid');
  if (stricter(demand, operator[use]) !== demand) {
    throw new AccessError('client_liveness_weaker', {
      detail: `The operator demands ${operator[use]} for ${use}.`,
    });
  }
  return { [use]: demand };
}

function parseAll(
  texts: readonly string[],
  parse: (text: string) => string | undefined,
  code: 'client_origins_invalid' | 'client_redirects_invalid',
): readonly string[] {
  const parsed = texts.flatMap((text) => parse(text) ?? []);
  if (parsed.length < texts.length || texts.length > mostListed) throw new AccessError(code);
  return [...new Set(parsed)];
}

function stricter(one: LivenessDemand, other: LivenessDemand | undefined): LivenessDemand {
  return other === 'challenge' ? other : one;
}

/** The answers that other domains get about the rules of clients. See docs/decisions/0131. */
export type RulesOfClients = {
  /** The demand of the operator on every client. */
  readonly operator: LivenessPolicy;
  /** The stricter one of the operator's demand and the client's. A client that is not kept here has the operator's. */
  findDemand(clientId: string, use: keyof LivenessPolicy): Promise<LivenessDemand>;
  /** Origins that may embed sessions of the client. */
  listOrigins(clientId: string): Promise<readonly string[]>;
  /** Origins that may embed sessions of any client. Revoked clients do not count. */
  listAllOrigins(): Promise<readonly string[]>;
  /** The address to lead back to when the client has it listed; undefined otherwise. */
  findRedirect(clientId: string, url: string): Promise<string | undefined>;
};

export function createRulesOfClients(db: Db, operator: LivenessPolicy): RulesOfClients {
  const find = async (clientId: string) => (await findClientRules(db, clientId)) ?? noRules;
  return {
    operator,
    async findDemand(clientId, use) {
      if (operator[use] === 'challenge') return 'challenge';
      return stricter(operator[use], (await find(clientId)).livenessRequired[use]);
    },
    listOrigins: async (clientId) => (await find(clientId)).captureOrigins,
    listAllOrigins: () => listCaptureOrigins(db),
    findRedirect: async (clientId, url) => matchRedirect(url, (await find(clientId)).redirectUrls),
  };
}
