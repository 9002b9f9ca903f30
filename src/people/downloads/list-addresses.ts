import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListName } from '../list-entry.ts';

/** Where a list is published, and what its file is called here. */
export type ListAddress = {
  readonly url: string;
  readonly fileName: string;
  /** Larger files are refused. */
  readonly maxBytes: number;
};

const megabyte = 1_000_000;
const ofac = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';

/** The published addresses of the lists that can be fetched without a key or a captcha. */
export const listAddresses: Readonly<Partial<Record<ListName, ListAddress>>> = {
  un: {
    url: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
    fileName: 'un.xml',
    maxBytes: 100 * megabyte,
  },
  ofac_sdn: { url: `${ofac}/SDN.XML`, fileName: 'ofac_sdn.xml', maxBytes: 500 * megabyte },
  ofac_consolidated: {
    url: `${ofac}/CONSOLIDATED.XML`,
    fileName: 'ofac_consolidated.xml',
    maxBytes: 200 * megabyte,
  },
  eu: {
    // The token is part of the public address.
    url: 'https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
    fileName: 'eu.xml',
    maxBytes: 300 * megabyte,
  },
  uk: {
    url: 'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv',
    fileName: 'uk.csv',
    maxBytes: 300 * megabyte,
  },
};

/** A quarter of a year, 1 to 4. */
export type DebtQuarter = { readonly year: number; readonly quarter: number };

/** Bytes of one register of debts at most; all three together have about nine gigabytes. */
const maxDebtBytes = 12_000 * megabyte;

/** The three registers of debts that the PGFN publishes for a quarter, under the address of the quarters' folders. */
export function debtAddresses(
  quarter: DebtQuarter,
  baseUrl = 'https://dadosabertos.pgfn.gov.br',
): readonly ListAddress[] {
  return ['Nao_Previdenciario', 'Previdenciario', 'FGTS'].map((register) => {
    const fileName = `Dados_abertos_${register}.zip`;
    return {
      url: `${baseUrl.replace(/\/+$/, '')}/${nameQuarter(quarter)}/${fileName}`,
      fileName,
      maxBytes: maxDebtBytes,
    };
  });
}

/** The name of a quarter's folder: `2026_trimestre_03`. */
export function nameQuarter({ year, quarter }: DebtQuarter): string {
  return `${year}_trimestre_0${quarter}`;
}

export function quarterBefore({ year, quarter }: DebtQuarter): DebtQuarter {
  return quarter === 1 ? { year: year - 1, quarter: 4 } : { year, quarter: quarter - 1 };
}

/** The quarter of `2026-3`; undefined for another text. */
export function parseQuarter(text: string): DebtQuarter | undefined {
  const [, year, quarter] = /^(20\d{2})-([1-4])$/.exec(text) ?? [];
  return year === undefined ? undefined : { year: Number(year), quarter: Number(quarter) };
}

/** Removes the part of a list's file that a download left in a folder. A whole file stays. */
export async function removeListParts(
  directory: string,
  { fileName }: Pick<ListAddress, 'fileName'>,
): Promise<void> {
  for (const ending of ['.part', '.part.json']) {
    await rm(join(directory, `${fileName}${ending}`), { force: true });
  }
}
