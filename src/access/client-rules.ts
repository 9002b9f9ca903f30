import type { Db } from '../platform/db/types.ts';
import { type FieldProblem, RequestError } from '../platform/errors.ts';
import { holdsScope, type Scope } from '../platform/tokens/index.ts';
import { findClientRules, listCaptureOrigins } from './client-store.ts';
import { AccessError } from './errors.ts';
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

/** Whoever gives a client its credentials: the scopes of the token. An operator at the command line has no such limit. */
export type Grantor = { readonly scopes: ReadonlySet<string> };

/**
 * Passes when the grantor holds every one of the scopes. Otherwise `client_scopes_exceeded`: whoever could make, rotate
 * or re-key a client with more scopes would have them.
 */
export function requireScopesHeld(grantor: Grantor, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !holdsScope(grantor.scopes, scope));
  if (missing.length > 0) {
    throw new AccessError('client_scopes_exceeded', {
      detail: `The access token lacks ${missing.join(' ')}.`,
    });
  }
}

/** The same for ending what a client has, which whoever holds `admin` may for every client. */
export function requireMayEnd(grantor: Grantor, scopes: readonly Scope[]): void {
  if (!grantor.scopes.has('admin')) requireScopesHeld(grantor, scopes);
}

const longestAddress = 2_000;
/** Letters, digits, dots and hyphens, or IPv6 in brackets: an address also stands in headers, where `;` and `*` mean more. */
const plainHost = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * An absolute `https:` address, `http:` on this machine alone, in one spelling; undefined for anything else. Refused:
 * user and password, a backslash, white space, everything that two parsers could read in two ways.
 */
export function parseWebAddress(text: string): URL | undefined {
  if (text.length > longestAddress || !/^https?:\/\/[^/?#]/i.test(text)) return undefined;
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\')) return undefined;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    return undefined;
  }
  if (!plainHost.test(url.hostname)) return undefined;
  return url.protocol === 'https:' || loopbackHosts.includes(url.hostname) ? url : undefined;
}

/** The origin that a text names, in the spelling of browsers; undefined when it names more or less. */
export function parseOrigin(text: string): string | undefined {
  const url = parseWebAddress(text);
  return url !== undefined && url.href === `${url.origin}/` && !/[?#]/.test(text) ? url.origin : undefined;
}

/** An entry of a list of redirect targets, in one spelling: without query and fragment. */
export function parseRedirectTarget(text: string): string | undefined {
  const url = parseWebAddress(text);
  return url === undefined || /[?#]/.test(text) ? undefined : url.href;
}

/**
 * The address to go to when it is listed: same scheme, host, port and path; an entry that ends with `/` covers what lies
 * below. Query and fragment are free. Undefined otherwise.
 */
export function matchRedirect(text: string, targets: readonly string[]): string | undefined {
  const url = parseWebAddress(text);
  if (url === undefined) return undefined;
  const isListed = targets.some((target) => {
    const { origin, pathname } = new URL(target);
    if (url.origin !== origin) return false;
    if (url.pathname === pathname) return true;
    // What a server decodes to a slash or a dot could lead out of the folder.
    return (
      pathname.endsWith('/') && url.pathname.startsWith(pathname) && !/%(?:2e|2f|5c)/i.test(url.pathname)
    );
  });
  return isListed ? url.href : undefined;
}
