import { type Static, Type } from '@fastify/type-provider-typebox';
import type { AuditFilter } from '../../platform/audit/index.ts';
import type { Cpf } from '../../platform/documents/index.ts';
import { isId, personIdKind } from '../../platform/ids.ts';
import { HttpError } from '../../web/errors.ts';
import { parseCpfField } from '../../web/parse-cpf-field.ts';

/** Every id that a person is or was known by; none for a CPF that nobody has. */
export type ListPersonIds = (by: PersonNamed) => Promise<readonly string[]>;

type PersonNamed = { readonly cpf: Cpf } | { readonly id: string };

/** The header that names a person. */
export const AuditFilterHeaders = Type.Object({
  'x-people-id': Type.Optional(
    Type.String({
      description: 'CPF: events about that person only. Nothing is found once the person is erased.',
    }),
  ),
});

/** Which events are wanted, as parameters of the address. */
export const auditFilterQuery = {
  personId: Type.Optional(
    Type.String({
      description: 'Id of a profile: events about that person only, also after the erasure.',
    }),
  ),
  actor: Type.Optional(Type.String({ description: 'A client id.' })),
  action: Type.Optional(Type.String({ description: 'Such as person.read.' })),
  target: Type.Optional(Type.String({ description: 'The id of the read or changed object.' })),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'From this moment on.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Before this moment.' })),
};

const AuditFilterQuery = Type.Object(auditFilterQuery);

/** The filter of a request. Throws an HttpError for what names nothing. */
export async function readAuditFilter(
  listPersonIds: ListPersonIds,
  { personId, actor, action, target, from, to }: Static<typeof AuditFilterQuery>,
  cpf: string | undefined,
): Promise<AuditFilter> {
  return {
    actorId: actor,
    action,
    target,
    people: await readPeople(listPersonIds, personId, cpf),
    from: parseMoment('from', from),
    to: parseMoment('to', to),
  };
}

/** The ids of the person that events are asked for; undefined when everybody's are. */
async function readPeople(
  listPersonIds: ListPersonIds,
  personId: string | undefined,
  cpf: string | undefined,
): Promise<readonly string[] | undefined> {
  if (cpf !== undefined) {
    if (personId !== undefined) throw invalidQuery('personId', 'cannot stand beside X-People-Id');
    return await listPersonIds({ cpf: parseCpfField('headers/x-people-id', cpf) });
  }
  if (personId === undefined) return undefined;
  if (!isId(personIdKind, personId)) throw invalidQuery('personId', 'is not the id of a person profile');
  return await listPersonIds({ id: personId });
}

function parseMoment(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  // The format also takes leap seconds and the year 0000, which are no Date or none of the database's.
  if (!(moment.getUTCFullYear() >= 1)) throw invalidQuery(name, 'is not a moment after the year 0');
  return moment;
}

/** The error of a parameter in the address. */
function invalidQuery(name: string, message: string): HttpError {
  return new HttpError('request_invalid', { problems: [{ path: `querystring/${name}`, message }] });
}
