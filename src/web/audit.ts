import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import type { AuditAction, AuditActor, AuditDetail, AuditEvent, AuditLog } from '../platform/audit/index.ts';
import { isLongerThan } from '../platform/characters.ts';
import { RequestError } from '../platform/errors.ts';
import { isId, personIdKind } from '../platform/ids.ts';
import { isPrintable } from '../platform/printable.ts';
import { tokenOf } from './access.ts';
import type { App } from './app.ts';

/** The audit action of a route, or `none`. Every route with a token states it. */
export type RouteAudit = { readonly action: AuditAction } | 'none';

declare module 'fastify' {
  interface FastifyContextConfig {
    audit?: RouteAudit;
  }
  interface FastifyRequest {
    /** The stored identifier of what was read or changed, once it is known. */
    auditTarget: string | undefined;
    /** Ids of the people whom it is about; other ids are left out. */
    auditSubjects: readonly string[] | undefined;
    /** Further facts for the audit log; nothing personal. */
    auditDetail: AuditDetail | undefined;
    /** The code of the error that the request ended with. */
    failureCode: string | undefined;
    purpose: string | undefined;
    /** The account or client that was given the signed link of the request. */
    linkHolder: string | undefined;
    /** The event of the answer is stored already, by the operation itself. A failure after it is recorded all the same. */
    isAnswerAudited: boolean;
    isAudited: boolean;
  }
}

const longestPurpose = 200;

/**
 * Holds each answer of an audited route back until the audit log has it; when it cannot be written, the answer is
 * `audit_unavailable`; a refusal leaves in any case. What the access check refuses, and a link that is not ours, has
 * nobody to be recorded for and is in the access log only.
 */
export function addAudit(app: App, audit: AuditLog): void {
  app.decorateRequest('auditTarget', undefined);
  app.decorateRequest('auditSubjects', undefined);
  app.decorateRequest('auditDetail', undefined);
  app.decorateRequest('failureCode', undefined);
  app.decorateRequest('purpose', undefined);
  app.decorateRequest('linkHolder', undefined);
  app.decorateRequest('isAnswerAudited', false);
  app.decorateRequest('isAudited', false);
  app.addHook('preValidation', (request, _reply, done) => {
    const { audit: how } = request.routeOptions.config;
    if (how !== undefined && how !== 'none') request.purpose = readPurpose(request.headers['x-purpose']);
    done();
  });
  app.addHook('onSend', async (request, reply) => {
    const { audit: how } = request.routeOptions.config;
    const actor = actorOf(request);
    if (how === undefined || how === 'none' || actor === undefined || request.isAudited) return;
    // Without a token anybody can make requests that fail: they read nothing, and must not fill the log.
    if (actor.kind === 'link' && request.failureCode !== undefined) return;
    const outcome = request.failureCode ?? (reply.statusCode < 400 ? 'done' : `status_${reply.statusCode}`);
    if (request.isAnswerAudited && outcome === 'done') return;
    request.isAudited = true;
    const recorded = audit.record(eventOf(request, { actor, action: how.action, outcome }, request));
    // A refusal tells nothing of anybody, and is what there is to answer when the database is away.
    await (request.failureCode === undefined ? recorded : recorded.catch(() => {}));
  });
}

/** The identifiers and further facts that an event is about. */
type EventSubject = {
  readonly auditTarget: string | undefined;
  readonly auditSubjects: readonly string[] | undefined;
  readonly auditDetail: AuditDetail | undefined;
};

/** The event of an answer that is about to be made, for the statement of what it records. Needs a token. */
export function answeredEventOf(request: FastifyRequest, subject: EventSubject): AuditEvent {
  const { audit: how } = request.routeOptions.config;
  const actor = actorOf(request);
  if (how === undefined || how === 'none' || actor === undefined) {
    throw new TypeError(`${request.routeOptions.url} is not audited`);
  }
  return eventOf(request, { actor, action: how.action, outcome: 'done' }, subject);
}

function eventOf(
  request: FastifyRequest,
  what: Pick<AuditEvent, 'actor' | 'action' | 'outcome'>,
  subject: EventSubject,
): AuditEvent {
  const { auditTarget, auditDetail } = subject;
  const people = peopleOf(subject);
  return {
    ...what,
    target: auditTarget,
    ...(people.length === 0 ? {} : { subjects: people }),
    purpose: request.purpose,
    source: sourceOf(request),
    requestId: request.id,
    ...(auditDetail === undefined ? {} : { detail: auditDetail }),
  };
}

/** The people, each once and sorted; a person that is the target among them. */
function peopleOf({ auditTarget, auditSubjects = [] }: EventSubject): readonly string[] {
  const ids = auditTarget === undefined ? auditSubjects : [auditTarget, ...auditSubjects];
  return [...new Set(ids.filter((id) => isId(personIdKind, id)))].sort();
}

/** Who asked and why, for an operation that writes its audit event in its own transaction. Needs a token. */
export function requesterOf(
  request: FastifyRequest,
): Pick<AuditEvent, 'actor' | 'purpose' | 'source' | 'requestId'> {
  const actor = actorOf(request);
  if (actor === undefined) throw new TypeError('A request without a token has nobody to name');
  return { actor, purpose: request.purpose, source: sourceOf(request), requestId: request.id };
}

/** Who asked: the account of the session, the token's client, or whoever holds a signed link on a route without token. */
function actorOf(request: FastifyRequest): AuditActor | undefined {
  const account = request.accessToken?.account;
  if (account !== undefined) return { kind: 'account', id: account.id };
  if (request.accessToken !== undefined) return { kind: 'client', id: request.accessToken.clientId };
  if (request.routeOptions.config.access?.kind !== 'public') return undefined;
  const { linkHolder } = request;
  return { kind: 'link', ...(linkHolder === undefined ? {} : { id: linkHolder }) };
}

/** The reader that a signed link in the answer is made for. Needs a token. */
export function linkHolderOf(request: FastifyRequest): {
  readonly id: string;
  readonly purpose: string | undefined;
} {
  const { account, clientId } = tokenOf(request);
  return { id: account?.id ?? clientId, purpose: request.purpose };
}

/**
 * The address of a back end in full; of a phone only its network, since the address is the person's: 24 bits of
 * IPv4, 48 of IPv6.
 */
function sourceOf(request: FastifyRequest): string {
  return request.accessToken?.product === 'customer' ? request.ip : networkOf(request.ip);
}

function networkOf(address: string): string {
  const mapped = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address);
  if (mapped !== null) return `${mapped[1]}.0/24`;
  const [head = ''] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  return `${groups.slice(0, 3).join(':')}::/48`;
}

function readPurpose(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const text = typeof header === 'string' ? decodeText(header).trim() : '';
  if (text === '' || isLongerThan(text, longestPurpose) || !isPrintable(text)) {
    throw RequestError.at('headers/x-purpose', `must be 1 to ${longestPurpose} printable characters`);
  }
  // What looks like a document number has no place in a log that is never erased. An identifier, which is a UUID of
  // version 7 (RFC 9562), may hold as many digits.
  return text.replaceAll(/\b[a-z]{3}_[\da-f]{12}7[\da-f]{3}[89ab][\da-f]{15}\b|\d[\d./-]{9,}\d/g, (found) =>
    found.includes('_') ? found : '[number]',
  );
}

/** The text of a header: UTF-8 where its bytes are that, else Latin-1, as Node reads every header. */
function decodeText(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : header;
}
