import { type Consultation, longestConsultationMs, type Source, unguarded } from '../../profiles/index.ts';

/**
 * One source of several that know the same: they are asked in their order until one has something. Nothing is known
 * only when all of them could be asked; while one cannot, the answer is not sure to be "nothing".
 */
export function combineSources(sources: readonly [Source, ...Source[]]): Source {
  const [first, ...others] = sources;
  if (others.length === 0) return first;
  const local = sources.filter(({ isLocal }) => isLocal) as [Source, ...Source[]];
  const reasonsToLook = sources.find((source) => source.reasonsToLook !== undefined)?.reasonsToLook;
  const hitsOf = sources.find((source) => source.hitsOf !== undefined)?.hitsOf;
  const isMixed = local.length > 0 && local.length < sources.length;
  return {
    name: first.name,
    subject: first.subject,
    dataSchema: first.dataSchema,
    timeoutMs: sources.reduce((sum, source) => sum + longestConsultationMs(source), 0),
    policy: unguarded,
    isLocal: local.length === sources.length,
    ...(hitsOf === undefined ? {} : { hitsOf }),
    ...(reasonsToLook === undefined ? {} : { reasonsToLook }),
    ...(isMixed && { localPart: combineSources(local) }),
    async consult(subject, context) {
      let nothing: Consultation | undefined;
      for (const source of sources) {
        const answer = await context.ask(source, subject);
        if (answer.outcome === 'found') return answer;
        if (nothing === undefined || answer.outcome === 'unavailable') nothing = answer;
      }
      return nothing!;
    },
  };
}
