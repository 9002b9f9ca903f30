import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/index.ts';
import type { RecordCipher } from '../platform/encryption/index.ts';
import { buildCompanyDocument, buildPersonDocument } from './build-document.ts';
import type { Execution } from './executions/execution.ts';
import { findPartners } from './onboarding-store.ts';
import { findAnswers } from './profile-sources-store.ts';
import type { ProfilesDeps } from './profiles-deps.ts';
import {
  findProfileSubject,
  insertProfile,
  type LockedProfile,
  lockProfile,
  updateProfile,
} from './profiles-store.ts';
import type { ProfileState, ProfileStatus, Subject } from './types.ts';

type WriteProfileDeps = Pick<ProfilesDeps, 'cipher' | 'nameIndex'>;

/**
 * Rewrites a locked profile from its state, sources and partners. It stores the complete answer, so that a read is
 * one statement, and what a person's name is found by.
 */
export async function writeProfile(
  tx: Tx,
  { cipher, nameIndex }: WriteProfileDeps,
  profile: LockedProfile,
  change: {
    readonly subject: Subject;
    readonly status: ProfileStatus;
    readonly state: ProfileState;
    readonly registryGeneration?: number | undefined;
  },
  now: Date,
): Promise<void> {
  const { subject, status, state, registryGeneration = profile.registryGeneration } = change;
  const content = { id: profile.id, status, state, answers: await findAnswers(tx, cipher, profile.id) };
  const texts =
    subject.kind === 'person'
      ? { document: buildPersonDocument({ ...content, cpf: subject.cpf }), structure: undefined }
      : buildCompanyDocument({
          ...content,
          cnpj: subject.cnpj,
          partners: state.partnersOf === undefined ? [] : await findPartners(tx, state.partnersOf),
        });
  const name = subject.kind === 'person' ? (state.fields.name?.value ?? subject.name) : undefined;
  const nameWords = typeof name === 'string' ? nameIndex(name) : undefined;
  await updateProfile(tx, cipher, profile, { status, state, registryGeneration, nameWords, ...texts }, now);
}

/** Makes the profile of a subject when there is none. Its first document says that no source was asked. */
export async function ensureProfile(
  tx: Tx,
  cipher: RecordCipher,
  subject: Subject,
  now: Date,
): Promise<void> {
  const state: ProfileState = { fields: {}, executions: [] };
  const content = { id: subject.id, status: 'PROCESSING', state, answers: [] } as const;
  const texts =
    subject.kind === 'person'
      ? { document: buildPersonDocument({ ...content, cpf: subject.cpf }) }
      : buildCompanyDocument({ ...content, cnpj: subject.cnpj, partners: [] });
  await insertProfile(tx, cipher, subject, texts, now);
}

/** The state of a profile with an execution shown as it stands, newest first, up to a number. */
export function showExecution(state: ProfileState, execution: Execution, limit: number): ProfileState {
  const { metadata } = execution.detail;
  const shown = {
    executionId: execution.id,
    executionOrigin: execution.origin,
    lastUpdate: execution.updatedAt.toISOString(),
    ...(metadata === undefined ? {} : { metadata }),
  };
  const others = state.executions.filter((it) => it.executionId !== execution.id);
  const executions = [shown, ...others]
    .sort((a, b) => (a.executionId < b.executionId ? 1 : -1))
    .slice(0, limit);
  return { ...state, executions };
}

/** Rewrites the stored API answers of companies, each in its own transaction. Repeating it is safe. */
export async function rewriteCompanies(
  deps: { readonly db: Db; readonly clock: Clock } & WriteProfileDeps,
  companyIds: readonly string[],
): Promise<void> {
  for (const companyId of companyIds) {
    await deps.db.transaction().execute(async (tx) => {
      const company = await lockProfile(tx, deps.cipher, companyId);
      if (company?.cnpj === undefined) return;
      const subject = { kind: 'company', id: companyId, cnpj: company.cnpj } as const;
      const { status, state } = company;
      await writeProfile(tx, deps, company, { subject, status, state }, deps.clock.now());
    });
  }
}

/** The subject of a profile; undefined after its erasure. */
export async function loadSubject(
  db: Db,
  deps: Pick<ProfilesDeps, 'people'>,
  profileId: string,
): Promise<Subject | undefined> {
  const profile = await findProfileSubject(db, profileId);
  if (profile === undefined) return undefined;
  if (profile.cnpj !== undefined) return { kind: 'company', id: profileId, cnpj: profile.cnpj };
  const person = await deps.people.findPerson(db, profileId);
  return person && { ...person, id: profileId };
}
