import type { ListLayout } from '../list-entry.ts';
import { readText } from '../rows/clean-value.ts';
import { readDates, readTexts } from './read-cells.ts';

/** Debts to the Union as the PGFN publishes them: three registers side by side, each of several tables. */
export const debtLayout: ListLayout = {
  names: ['person', 'company'],
  tells: 'debts',
  hasSeveralTables: true,
  columns: {
    document: ['CPF_CNPJ'],
    name: ['NOME_DEVEDOR'],
    role: ['TIPO_DEVEDOR'],
    state: ['UF_DEVEDOR'],
    unit: ['UNIDADE_RESPONSAVEL', 'UNIDADE_INSCRICAO'],
    number: ['NUMERO_INSCRICAO'],
    situationKind: ['TIPO_SITUACAO_INSCRICAO'],
    situation: ['SITUACAO_INSCRICAO'],
    revenue: ['RECEITA_PRINCIPAL'],
    credit: ['TIPO_CREDITO'],
    registeredOn: ['DATA_INSCRICAO'],
    sued: ['INDICADOR_AJUIZADO'],
    amount: ['VALOR_CONSOLIDADO'],
    fund: ['ENTIDADE_RESPONSAVEL'],
  },
  required: ['document', 'name', 'number', 'situation', 'amount'],
  edition(row) {
    if (row('fund') !== undefined) return 'fgts';
    return row('credit') === undefined ? 'nao-previdenciario' : 'previdenciario';
  },
  read(row) {
    const number = readText(row('number'));
    if (number === undefined) return { fault: 'number_missing', field: 'number' };
    const sued = readText(row('sued'))?.toUpperCase();
    const subject = readText(row('revenue')) ?? readText(row('credit'));
    const amount = readAmount(row('amount') ?? '');
    return {
      debt: {
        number,
        ...readTexts(row, ['role', 'situationKind', 'situation', 'unit', 'state']),
        ...readDates(row, ['registeredOn']),
        ...(subject !== undefined && { subject }),
        ...((sued === 'SIM' || sued?.startsWith('N') === true) && { isSued: sued === 'SIM' }),
        ...(amount !== undefined && { amount }),
      },
    };
  },
};

/** Reais with a point or a comma before the cents, thousands apart or not. Anything else is no number. */
export function readAmount(cell: string): number | undefined {
  const text = cell.trim();
  if (/^\d{1,13}(?:\.\d{1,2})?$/.test(text)) return Number(text);
  if (/^(?:\d{1,13}|\d{1,3}(?:\.\d{3}){1,3}),\d{1,2}$/.test(text)) {
    return Number(text.replaceAll('.', '').replace(',', '.'));
  }
  return undefined;
}
