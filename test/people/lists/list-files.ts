import { crc32, deflateRawSync } from 'node:zlib';

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
  return write(ceisHeader, rows, '');
}

/** CNEP: the same with the fine after the category. */
export function cnepFile(rows: readonly Record<string, string>[]): Buffer {
  const header = ceisHeader.toSpliced(10, 0, 'VALOR DA MULTA');
  return write(header, rows, '');
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
  return write(header, rows, '');
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

function write(header: readonly string[], rows: readonly Record<string, string>[], nothing: string): Buffer {
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';');
  const table = [header, ...rows.map((row) => header.map((name) => row[name] ?? nothing))];
  return Buffer.from(`${table.map(line).join('\r\n')}\r\n`, 'latin1');
}

/** A zip of files. */
export function writeZip(files: readonly { readonly name: string; readonly content: Buffer }[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const stored = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(stored.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), stored]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}
