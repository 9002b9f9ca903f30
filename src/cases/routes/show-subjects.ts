import type { FastifyRequest } from 'fastify';
import { maskCpf } from '../../platform/documents/index.ts';
import { isId, personIdKind } from '../../platform/ids.ts';
import type { SubjectFacts } from '../../platform/subjects.ts';
import { tokenOf } from '../../web/access.ts';
import { linkHolderOf } from '../../web/audit.ts';
import { type Case, likePrefix } from '../types.ts';
import type { CaseRouteDeps } from './case-representation.ts';

type Shown = Omit<SubjectFacts, 'imageId' | 'cpf'> & { readonly cpf?: string; readonly imageUrl?: string };

/**
 * Facts about people and companies, by their ids, as whoever asks may see them: of people with `people:read`, of
 * companies with `companies:read`, and the newest photo with `attempts:read`. People who are signed in see masked CPFs.
 */
export async function showFacts(
  request: FastifyRequest,
  { describeSubjects, imageLinks }: Pick<CaseRouteDeps, 'describeSubjects' | 'imageLinks'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Shown>> {
  const { scopes, account } = tokenOf(request);
  const seesPhotos = scopes.has('attempts:read');
  const seesFacts = (id: string) => scopes.has(id.startsWith('per_') ? 'people:read' : 'companies:read');
  const described = await describeSubjects(ids.filter((id) => seesPhotos || seesFacts(id)));
  return new Map(
    [...described].map(([id, { imageId, cpf, ...facts }]) => [
      id,
      {
        ...(seesFacts(id) && {
          ...facts,
          ...(cpf !== undefined && { cpf: account === undefined ? cpf : maskCpf(cpf) }),
        }),
        ...(seesPhotos &&
          imageId !== undefined && { imageUrl: imageLinks.sign(imageId, linkHolderOf(request)) }),
      },
    ]),
  );
}

/** The person or company of a case. */
export function subjectIdOf({ subject }: Pick<Case, 'subject'>): string {
  return 'personId' in subject ? subject.personId : subject.companyId;
}

/** The people whom the reasons of a case name as look-alikes of its person. */
export function lookAlikesOf({ subject, reasons }: Pick<Case, 'subject' | 'reasons'>): readonly string[] {
  if (!('personId' in subject)) return [];
  return reasons
    .filter((reason) => reason.startsWith(likePrefix))
    .map((reason) => reason.slice(likePrefix.length))
    .filter((id) => isId(personIdKind, id) && id !== subject.personId);
}
