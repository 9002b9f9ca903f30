import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeZip } from './write-zip.ts';

/** Rows of each archive, as a month is published: quoted, with semicolons, in Latin-1. */
const archives: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Cnaes: [
    ['6204000', 'Consultoria em tecnologia da informação'],
    ['6201501', 'Desenvolvimento de programas de computador sob encomenda'],
    ['6202300', 'Desenvolvimento e licenciamento de programas de computador customizáveis'],
    ['6203100', 'Desenvolvimento e licenciamento de programas de computador não-customizáveis'],
    ['6209100', 'Suporte técnico, manutenção e outros serviços em tecnologia da informação'],
    [
      '6311900',
      'Tratamento de dados, provedores de serviços de aplicação e serviços de hospedagem na internet',
    ],
  ],
  // Companies lie in several archives. The first one has no establishment.
  Empresas0: [['19131243', 'ASSOCIACAO SEM ESTABELECIMENTO', '3999', '16', '0,00', '05', '']],
  Empresas1: [
    [
      '33683111',
      'SERVICO FEDERAL DE PROCESSAMENTO DE DADOS (SERPRO)',
      '2011',
      '16',
      '1061004829,23',
      '05',
      '',
    ],
  ],
  Estabelecimentos0: [
    [
      ...['33683111', '0002', '80', '2', 'REGIONAL BRASILIA-DF', '02', '20040522', '00', '', '', '19670630'],
      ...['6204000', '6201501,6202300,6203100,6209100,6311900', 'AVENIDA', 'L2 SGAN', '601', 'MODULO G'],
      ...['ASA NORTE', '70836900', 'DF', '9701', '', '', '', '', '', '', '', '', ''],
    ],
  ],
  Motivos: [['00', 'SEM  MOTIVO']],
  Municipios: [['9701', 'BRASILIA']],
  Naturezas: [['2011', 'Empresa Pública']],
  Paises: [['105', 'BRASIL']],
  Qualificacoes: [
    ['00', 'Não informada'],
    ['05', 'Administrador'],
    ['10', 'Diretor'],
    ['16', 'Presidente'],
  ],
  Simples: [['33683111', 'S', '20140101', '00000000', 'N', '00000000', '00000000']],
  Socios0: [
    partner('ALICE MOURA', '***220050**', '10', '20160616', '6'),
    partner('BRUNO TELES', '***595901**', '10', '20161208', '7'),
    partner('CAIO FREITAS', '***414127**', '10', '20190618', '8'),
    partner('DENISE RAMOS', '***099595**', '16', '20200203', '5'),
    partner('EDSON PRATES', '***989951**', '10', '20200512', '5'),
    partner('FLAVIA NUNES', '***073447**', '05', '20190211', '7'),
  ],
};

/**
 * Writes a month as it is published: zip archives with one table each, and the list of cities beside them. Its only
 * establishment is 33683111000280, a public company; its partners are made up. The folder is the caller's to remove.
 */
export async function writePublishedCompany(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-published-'));
  for (const [name, rows] of Object.entries(archives)) {
    const text = rows.map((row) => `${row.map((cell) => `"${cell}"`).join(';')}\n`).join('');
    await writeFile(join(folder, `${name}.zip`), writeZip([{ name, content: Buffer.from(text, 'latin1') }]));
  }
  await writeFile(join(folder, 'tabmun.csv'), `9701;26994533000120;${'BRASILIA'.padEnd(45)};DF;5300108\n`);
  return folder;
}

function partner(name: string, document: string, qualification: string, since: string, ageBand: string) {
  return ['33683111', '2', name, document, qualification, since, '', '***000000**', '', '00', ageBand];
}
