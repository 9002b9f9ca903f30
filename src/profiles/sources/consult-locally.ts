import type { RecordCipher } from '../../platform/encryption/index.ts';
import { toBasicData } from '../merge-basic-data.ts';
import { findProfileState } from '../profiles-store.ts';
import type { Consultation, ConsultContext, Source, Subject } from '../types.ts';

/**
 * The answer of a source for which other sources are asked in our own database alone; then the profile tells what it
 * knows. `told` goes before both.
 */
export async function consultLocally(
  cipher: RecordCipher,
  source: Source,
  subject: Subject,
  base: Omit<ConsultContext, 'ask'>,
  told: (source: Source) => Promise<Consultation | undefined> = async () => undefined,
): Promise<Consultation> {
  const { fields } = await findProfileState(base.db, cipher, subject.id);
  const known = toBasicData(fields);
  const context: ConsultContext = {
    ...base,
    async ask(asked, about) {
      const local = asked.isLocal ? asked : asked.localPart;
      const answer = (await told(asked)) ?? (await local?.consult(about, context));
      if (answer?.outcome === 'found') return answer;
      return known === undefined ? absent : { outcome: 'found', data: known, basicData: known };
    },
  };
  return await source.consult(subject, context);
}

const absent: Consultation = { outcome: 'absent' };
