import { inSpan } from '../tracing/index.ts';

const table = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][\w.]*)/i;

/**
 * The result of the statement, timed as a span when the caller's work is traced. The span has the text of the statement
 * with placeholders. It never has parameters.
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
