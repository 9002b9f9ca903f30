/** Public lists in their published layouts, with made-up people. */

/** PEP as of November 2022: nine columns, quoted, Latin-1. */
export function pepFile(rows: readonly Record<string, string>[]): Buffer {
  const header = [
    'CPF',
    'Nome_PEP',
    'Sigla_Função',
    'Descrição_Função',
    'Nível_Função',
    'Nome_Órgão',
    'Data_Início_Exercício',
    'Data_Fim_Exercício',
    'Data_Fim_Carência',
  ];
  return write(header, rows, 'Não informada');
}

const ceisHeader = [
  'CADASTRO',
  'CÓDIGO DA SANÇÃO',
  'TIPO DE PESSOA',
  'CPF OU CNPJ DO SANCIONADO',
  'NOME DO SANCIONADO',
  'NOME INFORMADO PELO ÓRGÃO SANCIONADOR',
  'RAZÃO SOCIAL - CADASTRO RECEITA',
  'NOME FANTASIA - CADASTRO RECEITA',
  'NÚMERO DO PROCESSO',
  'CATEGORIA DA SANÇÃO',
  'DATA INÍCIO SANÇÃO',
  'DATA FINAL SANÇÃO',
  'DATA PUBLICAÇÃO',
  'PUBLICAÇÃO',
  'DETALHAMENTO DO MEIO DE PUBLICAÇÃO',
  'DATA DO TRÂNSITO EM JULGADO',
  'ABRAGÊNCIA DA SANÇÃO',
  'ÓRGÃO SANCIONADOR',
  'UF ÓRGÃO SANCIONADOR',
  'ESFERA ÓRGÃO SANCIONADOR',
  'FUNDAMENTAÇÃO LEGAL',
  'DATA ORIGEM INFORMAÇÃO',
  'ORIGEM INFORMAÇÕES',
  'OBSERVAÇÕES',
];

/** CEIS: 24 columns, with the letter that its header leaves out. */
export function ceisFile(rows: readonly Record<string, string>[]): Buffer {
  return write(ceisHeader, ofRegister('CEIS', rows), '');
}

/** CNEP: the same with the fine after the category. */
export function cnepFile(rows: readonly Record<string, string>[]): Buffer {
  const header = ceisHeader.toSpliced(10, 0, 'VALOR DA MULTA');
  return write(header, ofRegister('CNEP', rows), '');
}

export function ceafFile(rows: readonly Record<string, string>[]): Buffer {
  const header = [
    'CADASTRO',
    'CPF OU CNPJ DO SANCIONADO',
    'NOME DO SANCIONADO',
    'CATEGORIA DA SANÇÃO',
    'DATA INÍCIO SANÇÃO',
    'DATA FINAL SANÇÃO',
    'ÓRGÃO SANCIONADOR',
  ];
  return write(header, ofRegister('CEAF', rows), '');
}

export function cepimFile(rows: readonly Record<string, string>[]): Buffer {
  const header = [
    'CNPJ ENTIDADE',
    'NOME ENTIDADE',
    'NÚMERO CONVÊNIO',
    'ÓRGÃO CONCEDENTE',
    'MOTIVO DO IMPEDIMENTO',
  ];
  return write(header, rows, '');
}

/** TSE's candidates: the columns that matter among others. */
export function tseFile(rows: readonly Record<string, string>[]): Buffer {
  const header = [
    'DT_GERACAO',
    'HH_GERACAO',
    'ANO_ELEICAO',
    'NR_TURNO',
    'SG_UF',
    'NM_UE',
    'DS_CARGO',
    'SQ_CANDIDATO',
    'NM_CANDIDATO',
    'NR_CPF_CANDIDATO',
    'DS_EMAIL',
    'SG_PARTIDO',
    'DT_NASCIMENTO',
    'NR_TITULO_ELEITORAL_CANDIDATO',
    'DS_GENERO',
    'DS_SIT_TOT_TURNO',
  ];
  return write(header, rows, '#NULO#');
}

/** Rows that name their register, unless they name another. */
function ofRegister(register: string, rows: readonly Record<string, string>[]) {
  return rows.map((row) => ({ CADASTRO: register, ...row }));
}

function write(header: readonly string[], rows: readonly Record<string, string>[], nothing: string): Buffer {
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';');
  const table = [header, ...rows.map((row) => header.map((name) => row[name] ?? nothing))];
  return Buffer.from(`${table.map(line).join('\r\n')}\r\n`, 'latin1');
}

/** TCU's CSV: pipes, quotes, UTF-8 with a byte order mark. */
export function tcuFile(
  list: 'tcu_inabilitados' | 'tcu_inidoneos',
  rows: readonly Record<string, string>[],
): Buffer {
  const document = list === 'tcu_inabilitados' ? 'CPF' : 'CPF_CNPJ';
  const header = [
    'NOME',
    document,
    'PROCESSO',
    'DELIBERACAO',
    'DATA TRANSITO JULGADO',
    'DATA FINAL',
    'DATA ACORDAO',
    'UF',
    'MUNICIPIO',
  ];
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('|');
  const table = [
    header,
    ...rows.map((row) => header.map((name) => row[name === document ? 'DOCUMENTO' : name] ?? '')),
  ];
  return Buffer.from(`\ufeff${table.map(line).join('\r\n')}\r\n`);
}

/** TCU's JSON, as Oracle REST answers: the columns in small letters, days with a time, and what page it is. */
export function tcuJsonFile(
  list: 'tcu_inabilitados' | 'tcu_inidoneos',
  rows: readonly Record<string, string>[],
  page: object = {},
): Buffer {
  const day = (text: string | undefined) =>
    text === undefined ? null : `${text.split('/').reverse().join('-')}T03:00:00Z`;
  const items = rows.map((row) => ({
    nome: row.NOME,
    [list === 'tcu_inabilitados' ? 'cpf' : 'cpf_cnpj']: row.DOCUMENTO,
    processo: row.PROCESSO,
    deliberacao: row.DELIBERACAO,
    data_transito_julgado: day(row['DATA TRANSITO JULGADO']),
    data_final: day(row['DATA FINAL']),
    data_acordao: day(row['DATA ACORDAO']),
    uf: row.UF ?? null,
    municipio: null,
  }));
  const links = [{ rel: 'self', href: 'https://contas.example/consulta' }];
  const whole = { items, hasMore: false, limit: 10_000, offset: 0, count: items.length, links };
  return Buffer.from(JSON.stringify({ ...whole, ...page }));
}

/** The register of employers: texts before the header and after the table. */
export function mteFile(rows: readonly Record<string, string>[]): Buffer {
  const header = [
    'ID',
    'Ano da ação fiscal',
    'UF',
    'Empregador',
    'CNPJ/CPF',
    'Estabelecimento',
    'Trabalhadores envolvidos',
    'CNAE',
    'Decisão administrativa de procedência',
    'Inclusão no Cadastro de Empregadores',
  ];
  const table = [header, ...rows.map((row) => header.map((name) => row[name] ?? ''))];
  const text = `MINISTÉRIO DO TRABALHO E EMPREGO;;\r\n;;\r\n${table.map((cells) => cells.join(';')).join('\r\n')}\r\n`;
  return Buffer.from(`${text}Atualizado em 2026\r\n`, 'latin1');
}

/** A table of the Banco Central in JSON. */
export function bcbFile(rows: readonly Record<string, unknown>[]): Buffer {
  return Buffer.from(JSON.stringify({ '@odata.context': 'x', value: rows }));
}

/** Embargoes of IBAMA, with some of its 51 columns. */
export function ibamaFile(rows: readonly Record<string, string>[]): Buffer {
  const header = [
    'SEQ_TAD',
    'DES_STATUS_FORMULARIO',
    'SIT_CANCELADO',
    'DAT_EMBARGO',
    'NOME_EMBARGADO',
    'CPF_CNPJ_EMBARGADO',
    'SIT_DESEMBARGO',
  ];
  const table = [header, ...rows.map((row) => header.map((name) => row[name] ?? ''))];
  return Buffer.from(`${table.map((cells) => cells.join(';')).join('\n')}\n`);
}

const debtHeader =
  'CPF_CNPJ;TIPO_PESSOA;TIPO_DEVEDOR;NOME_DEVEDOR;UF_DEVEDOR;UNIDADE_RESPONSAVEL;NUMERO_INSCRICAO;TIPO_SITUACAO_INSCRICAO;SITUACAO_INSCRICAO;RECEITA_PRINCIPAL;DATA_INSCRICAO;INDICADOR_AJUIZADO;VALOR_CONSOLIDADO';

/** A table of the PGFN, in the layout of one of its three registers. */
export function debtFile(
  rows: readonly Readonly<Record<string, string>>[],
  register: 'nao-previdenciario' | 'previdenciario' | 'fgts' = 'nao-previdenciario',
): Buffer {
  const header =
    register === 'nao-previdenciario'
      ? debtHeader
      : register === 'previdenciario'
        ? debtHeader.replace('RECEITA_PRINCIPAL', 'TIPO_CREDITO')
        : `${debtHeader.replace('UNIDADE_RESPONSAVEL', 'UNIDADE_INSCRICAO')};ENTIDADE_RESPONSAVEL`;
  const columns = header.split(';');
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join(';'));
  return Buffer.from(`${[header, ...lines].join('\r\n')}\r\n`, 'latin1');
}
