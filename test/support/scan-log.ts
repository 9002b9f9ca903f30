import assert from 'node:assert/strict';
import { parseCnpj, parseCpf } from '../../src/platform/documents.ts';

/** What must not be in a log line, by how it looks. */
const looks: readonly { readonly what: string; readonly pattern: RegExp; isIt?(text: string): boolean }[] = [
  {
    what: 'a CPF',
    pattern: /(?<![0-9A-Za-z])\d{11}(?![0-9A-Za-z])/g,
    isIt: (text) => parseCpf(text) !== undefined,
  },
  { what: 'a CPF', pattern: /\d{3}\.\d{3}\.\d{3}-\d{2}/g },
  {
    what: 'a CNPJ',
    pattern: /(?<![0-9A-Za-z])[0-9A-Z]{12}\d{2}(?![0-9A-Za-z])/g,
    isIt: (text) => parseCnpj(text) !== undefined,
  },
  { what: 'a CNPJ', pattern: /[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}/g },
  { what: 'a token', pattern: /eyJ[\w-]{8,}\.[\w-]{8,}/g },
  { what: 'a photo', pattern: /data:image\//g },
  { what: 'an address of a photo', pattern: /\/images\/img_[0-9a-f]{32}\?/g },
];

/**
 * Passes when nothing that was logged looks like a document of a person or company, a token or a photo, and none of
 * some secrets is in it. Every service and every command that tests start is held against this.
 */
export function assertNothingPersonal(text: string, secrets: Iterable<string> = []): void {
  for (const { what, pattern, isIt = () => true } of looks) {
    const found = [...text.matchAll(pattern)].find(([match]) => isIt(match));
    if (found !== undefined) assert.fail(`${what} was logged: ${lineAround(text, found.index)}`);
  }
  for (const secret of secrets) {
    const at = text.indexOf(secret);
    if (at >= 0) assert.fail(`a secret was logged: ${lineAround(text, at)}`);
  }
}

function lineAround(text: string, at: number): string {
  const from = text.lastIndexOf('\n', at) + 1;
  const to = text.indexOf('\n', at);
  return text.slice(from, to < 0 ? undefined : to).slice(0, 500);
}
