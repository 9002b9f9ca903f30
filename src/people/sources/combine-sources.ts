import type { Consultation, Source } from '../../profiles/index.ts';

/**
 * One source of several that know the same: they are asked in their order until one has something. Nothing is known
 * only when all of them could be asked; while one cannot, the answer is not sure to be "nothing".
 */
export function combineSources(sources: readonly [Source, ...Source[]]): Source {
  const [first, ...others] = sources;
  if (others.length === 0) return first;
  const local = sources.filter(({ isLocal }) => isLocal) as [Source, ...Source[]];
  const isMixed = local.length > 0 && local.length < sources.length;
  return {
    name: first.name,
    subject: first.subject,
    dataSchema: first.dataSchema,
    timeoutMs: sources.reduce((sum, { timeoutMs }) => sum + timeoutMs, 0),
    isLocal: local.length === sources.length,
    ...(isMixed && { localPart: combineSources(local) }),
    async consult(subject, context) {
      let nothing: Consultation | undefined;
      for (const source of sources) {
        const answer = await source.consult(subject, context);
        if (answer.outcome === 'found') return answer;
        if (nothing === undefined || answer.outcome === 'unavailable') nothing = answer;
      }
      return nothing!;
    },
  };
}
