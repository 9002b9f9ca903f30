import { extname } from 'node:path';

/** The format of a data set by the end of its file's name: CSV unless it is one of JSON lines. */
export function formatOf(file: string): 'csv' | 'ndjson' {
  return ['.ndjson', '.jsonl', '.json'].includes(extname(file).toLowerCase()) ? 'ndjson' : 'csv';
}
