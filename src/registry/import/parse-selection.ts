import { readFile } from 'node:fs/promises';
import { parseCnpj } from '../../platform/documents.ts';
import { RegistryError } from '../errors.ts';
import type { RegistrySelection } from './judge-rows.ts';

/** The Federation's states by their two letters, and EX for establishments abroad. */
export const states: readonly string[] =
  'AC AL AM AP BA CE DF ES EX GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ');

export type SelectionInput = {
  /** `uf=SP` or `uf=SP,RJ`. */
  readonly only?: string | undefined;
  /** A file with one CNPJ a line, with or without its mask; empty lines and lines that begin with # are nothing. */
  readonly cnpjList?: string | undefined;
};

/**
 * The selected part of the registry; undefined for the whole registry. Rejects with `registry_selection_invalid`,
 * which names the line but never the number.
 */
export async function parseSelection(input: SelectionInput): Promise<RegistrySelection | undefined> {
  const selection = {
    ...(input.only !== undefined && { states: parseStates(input.only) }),
    ...(input.cnpjList !== undefined && { cnpjs: await readCnpjs(input.cnpjList) }),
  };
  return Object.keys(selection).length === 0 ? undefined : selection;
}

function parseStates(text: string): readonly string[] {
  const [, list] = /^uf=([A-Za-z]{2}(?:,[A-Za-z]{2})*)$/.exec(text) ?? [];
  const named = list?.toUpperCase().split(',') ?? [];
  const unknown = named.filter((state) => !states.includes(state));
  if (named.length === 0 || unknown.length > 0) {
    const detail = unknown.length > 0 ? `There is no state ${unknown.join(', ')}.` : undefined;
    throw new RegistryError('registry_selection_invalid', detail === undefined ? {} : { detail });
  }
  return named;
}

async function readCnpjs(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new RegistryError('registry_selection_invalid', { detail: `${path} cannot be read.`, cause });
  });
  return text.split(/\r?\n/).flatMap((line, index) => {
    const value = line.trim();
    if (value === '' || value.startsWith('#')) return [];
    const cnpj = parseCnpj(value.replaceAll(/[./-]/g, ''));
    if (cnpj === undefined) {
      throw new RegistryError('registry_selection_invalid', { detail: `Line ${index + 1} is not a CNPJ.` });
    }
    return [cnpj];
  });
}
