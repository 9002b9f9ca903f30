import { inSpan } from '../tracing/index.ts';

const table = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][\w.]*)/i;

/**
 * What the statement gives, timed as a span when its caller's work is traced. The span has the statement's text, which
 * holds positions in the place of values; parameters are never part of it.
 */
export function traceStatement<T>(text: string, run: () => Promise<T>): Promise<T> {
  return inSpan('database', { kind: 'client', attributes: { 'db.system.name': 'postgresql' } }, (span) => {
    if (span !== undefined) {
      const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
      const collection = table.exec(text)?.[1];
      span.setAttributes({
        'db.operation.name': operation,
        'db.query.text': text.replaceAll(/\s+/g, ' ').trim(),
        ...(collection === undefined ? {} : { 'db.collection.name': collection }),
      });
    }
    return run();
  });
}
