/** A table of a generation. All code lists share one. */
export type RegistryTable = 'establishments' | 'companies' | 'simples' | 'partners' | 'codes';

/** Stands in the list of codes of a month that was imported without the file of Simples. */
export const noSimplesCode = 'file:no-simples';

/** The kind of a code; a code alone is ambiguous, as `05` is a qualification and a company size. */
export type CodeKind = 'activity' | 'reason' | 'city' | 'nature' | 'country' | 'qualification';

/** One kind of published file. */
export type ReceitaLayout = {
  readonly table: RegistryTable;
  /** The name of the zip without its part number. */
  readonly archive: string;
  /** A part of the member's name. */
  readonly member: string;
  /** Our column names in the order of the file. */
  readonly columns: readonly string[];
  readonly codeKind?: CodeKind;
};

/**
 * The columns of Receita Federal's open data in the order of the files, and the only place where its names stand
 * (layout of the page "Dados Abertos CNPJ", seven, thirty, eleven, seven and two columns).
 */
const columnNames = {
  companies: [
    ['cnpj_basico', 'root'],
    ['razao_social', 'official_name'],
    ['natureza_juridica', 'nature'],
    ['qualificacao_responsavel', 'responsible_qualification'],
    ['capital_social', 'capital'],
    ['porte', 'size'],
    ['ente_federativo_responsavel', 'responsible_entity'],
  ],
  establishments: [
    ['cnpj_basico', 'root'],
    ['cnpj_ordem', 'branch'],
    ['cnpj_dv', 'check_digits'],
    ['identificador_matriz_filial', 'head_or_branch'],
    ['nome_fantasia', 'trade_name'],
    ['situacao_cadastral', 'status'],
    ['data_situacao_cadastral', 'status_date'],
    ['motivo_situacao_cadastral', 'status_reason'],
    ['nome_cidade_exterior', 'foreign_city'],
    ['pais', 'country'],
    ['data_inicio_atividade', 'opening_date'],
    ['cnae_fiscal_principal', 'main_activity'],
    ['cnae_fiscal_secundaria', 'secondary_activities'],
    ['tipo_logradouro', 'street_type'],
    ['logradouro', 'street'],
    ['numero', 'street_number'],
    ['complemento', 'complement'],
    ['bairro', 'district'],
    ['cep', 'postal_code'],
    ['uf', 'state'],
    ['municipio', 'city'],
    ['ddd_1', 'phone_1_area'],
    ['telefone_1', 'phone_1'],
    ['ddd_2', 'phone_2_area'],
    ['telefone_2', 'phone_2'],
    ['ddd_fax', 'fax_area'],
    ['fax', 'fax'],
    ['correio_eletronico', 'email'],
    ['situacao_especial', 'special_status'],
    ['data_situacao_especial', 'special_status_date'],
  ],
  partners: [
    ['cnpj_basico', 'root'],
    ['identificador_de_socio', 'kind'],
    ['nome_socio', 'name'],
    ['cnpj_cpf_do_socio', 'document'],
    ['qualificacao_do_socio', 'qualification'],
    ['data_entrada_sociedade', 'entry_date'],
    ['pais', 'country'],
    ['representante_legal', 'representative_document'],
    ['nome_do_representante', 'representative_name'],
    ['qualificacao_do_representante_legal', 'representative_qualification'],
    ['faixa_etaria', 'age_band'],
  ],
  simples: [
    ['cnpj_basico', 'root'],
    ['opcao_pelo_simples', 'simples'],
    ['data_opcao', 'simples_since'],
    ['data_exclusao', 'simples_until'],
    ['opcao_pelo_mei', 'mei'],
    ['data_opcao_mei', 'mei_since'],
    ['data_exclusao_mei', 'mei_until'],
  ],
  codes: [
    ['codigo', 'code'],
    ['descricao', 'description'],
  ],
} as const satisfies Record<RegistryTable, readonly (readonly [string, string])[]>;

/** Our column names of a table, in the order of its files. */
export function columnsOf(table: RegistryTable): readonly string[] {
  return columnNames[table].map(([, ours]) => ours);
}

/** Where a column stands in the rows of a table. */
export function columnIndex<T extends RegistryTable>(
  table: T,
  ours: (typeof columnNames)[T][number][1],
): number {
  return columnsOf(table).indexOf(ours);
}

/** Every kind of file, in the order an import reads them: establishments tell which companies are wanted. */
export const receitaLayouts: readonly ReceitaLayout[] = [
  layout('codes', 'Cnaes', 'CNAECSV', 'activity'),
  layout('codes', 'Motivos', 'MOTICSV', 'reason'),
  layout('codes', 'Municipios', 'MUNICCSV', 'city'),
  layout('codes', 'Naturezas', 'NATJUCSV', 'nature'),
  layout('codes', 'Paises', 'PAISCSV', 'country'),
  layout('codes', 'Qualificacoes', 'QUALSCSV', 'qualification'),
  layout('establishments', 'Estabelecimentos', 'ESTABELE'),
  layout('companies', 'Empresas', 'EMPRECSV'),
  layout('simples', 'Simples', 'SIMPLES.CSV'),
  layout('partners', 'Socios', 'SOCIOCSV'),
];

/** The layout of a file by its own name or by that of the zip it lies in; undefined for any other file. */
export function findLayout(fileName: string, archiveName: string): ReceitaLayout | undefined {
  const member = fileName.toUpperCase();
  const base = archiveName.toLowerCase().replace(/\.zip$/, '');
  return (
    receitaLayouts.find((one) => member.includes(one.member)) ??
    receitaLayouts.find((one) => new RegExp(`^${one.archive}\\d*(\\.csv)?$`, 'i').test(base))
  );
}

function layout(table: RegistryTable, archive: string, member: string, codeKind?: CodeKind): ReceitaLayout {
  const columns = columnsOf(table);
  return codeKind === undefined
    ? { table, archive, member, columns }
    : { table, archive, member, columns, codeKind };
}
