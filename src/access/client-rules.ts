import type { Db } from '../platform/db/types.ts';
import { type FieldProblem, RequestError } from '../platform/errors.ts';
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

/** The rules after a change. Throws `request_invalid`, and `client_liveness_weaker` for less than the operator demands. */
export function changeRules(
  before: ClientRules,
  change: ClientRulesChange,
  operator?: LivenessPolicy,
): ClientRules {
  const problems: FieldProblem[] = [];
  const rules = readRules(before, change, problems, operator);
  if (problems.length > 0) throw new RequestError(problems);
  return rules;
}

/** As `changeRules`, with what is wrong added to `problems` instead of thrown. */
export function readRules(
  before: ClientRules,
  { livenessRequired = {}, captureOrigins, redirectUrls }: ClientRulesChange,
  problems: FieldProblem[],
  operator: LivenessPolicy = { authentication: 'passive', registration: 'passive' },
): ClientRules {
  const demandOf = (use: keyof LivenessPolicy) =>
    readDemand(use, before.livenessRequired[use], livenessRequired[use], problems, operator[use]);
  return {
    livenessRequired: { ...demandOf('authentication'), ...demandOf('registration') },
    captureOrigins:
      captureOrigins === undefined
        ? before.captureOrigins
        : readAll('captureOrigins', captureOrigins, parseOrigin, problems),
    redirectUrls:
      redirectUrls === undefined
        ? before.redirectUrls
        : readAll('redirectUrls', redirectUrls, parseRedirectTarget, problems),
  };
}

function readDemand(
  use: keyof LivenessPolicy,
  kept: LivenessDemand | undefined,
  wanted: string | null | undefined,
  problems: FieldProblem[],
  operator: LivenessDemand,
): Partial<LivenessPolicy> {
  if (wanted === null) return {};
  if (wanted === undefined) return kept === undefined ? {} : { [use]: kept };
  const demand = livenessDemands.find((each) => each === wanted);
  if (demand === undefined) {
    const message = `must be one of ${livenessDemands.join(', ')}, or null for what the operator demands`;
    problems.push({ path: `body/livenessRequired/${use}`, message });
    return {};
  }
  if (stricter(demand, operator) !== demand) {
    throw new AccessError('client_liveness_weaker', {
      detail: `The operator demands ${operator} for ${use}.`,
    });
  }
  return { [use]: demand };
}

const listedForms = {
  captureOrigins:
    'must be scheme, host and, where needed, port, such as https://shop.example: https:, or http: on localhost; no path, user or wildcard',
  redirectUrls:
    'must be an https: address, or http: on localhost, without user, query, fragment, backslash or wildcard',
};

function readAll(
  member: keyof typeof listedForms,
  texts: readonly string[],
  parse: (text: string) => string | undefined,
  problems: FieldProblem[],
): readonly string[] {
  if (texts.length > mostListed) {
    problems.push({ path: `body/${member}`, message: `must have at most ${mostListed} entries` });
    return [];
  }
  const parsed = texts.map((text, place) => {
    const read = parse(text);
    if (read === undefined) problems.push({ path: `body/${member}/${place}`, message: listedForms[member] });
    return read;
  });
  return [...new Set(parsed.filter((read) => read !== undefined))];
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
