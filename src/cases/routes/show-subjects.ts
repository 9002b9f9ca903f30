import type { FastifyRequest } from 'fastify';
import { maskCpf } from '../../platform/documents/index.ts';
import type { DescribeSubjects, SubjectFacts } from '../../platform/subjects.ts';
import { tokenOf } from '../../web/access.ts';
import type { Case } from '../types.ts';

type Shown = Omit<SubjectFacts, 'imageId' | 'cpf'> & { readonly cpf?: string };

/**
 * Facts about people and companies, by their ids, as whoever asks may see them: of people with `people:read`, of
 * companies with `companies:read`. People who are signed in see masked CPFs. The address of a photo is not among them.
 */
export async function showFacts(
  request: FastifyRequest,
  describe: DescribeSubjects,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Shown>> {
  const { scopes, account } = tokenOf(request);
  const allowed = ids.filter((id) => scopes.has(id.startsWith('per_') ? 'people:read' : 'companies:read'));
  return new Map(
    [...(await describe(allowed))].map(([id, { imageId: _image, cpf, ...facts }]) => [
      id,
      { ...facts, ...(cpf === undefined ? {} : { cpf: account === undefined ? cpf : maskCpf(cpf) }) },
    ]),
  );
}

/** The person or company of a case. */
export function subjectIdOf({ subject }: Pick<Case, 'subject'>): string {
  return 'personId' in subject ? subject.personId : subject.companyId;
}
