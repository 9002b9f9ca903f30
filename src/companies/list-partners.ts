import { maskCpfInName } from '../platform/documents.ts';
import type { Partner } from '../profiles/index.ts';
import type { CompanyPartner, CompanyRecord } from '../registry/index.ts';

/**
 * Qualifications of the registry's list `Qualificacoes`, now or earlier, whose holders represent the company by
 * themselves. The other codes belong to people who own, advise, or are represented. The whole table with its reasons
 * and source: `docs/reference/partner-qualifications.md`, kept equal to this list by a test.
 */
export const representingQualifications: ReadonlySet<string> = new Set([
  '03', // Acionista diretor
  '04', // Acionista presidente
  '05', // Administrador
  '06', // Administradora de consórcio ou grupo de empresas
  '10', // Diretor
  '11', // Interventor
  '12', // Inventariante
  '13', // Liquidante
  '16', // Presidente
  '17', // Procurador
  '19', // Síndico (condomínio)
  '24', // Sócio comanditado
  '28', // Sócio-gerente
  '31', // Sócio ostensivo
  '32', // Tabelião
  '34', // Titular de empresa individual imobiliária
  '36', // Gerente-delegado
  '39', // Diplomata
  '40', // Cônsul
  '41', // Representante de organização internacional
  '42', // Oficial de registro
  '43', // Responsável
  '46', // Ministro de Estado das Relações Exteriores
  '49', // Sócio-administrador
  '50', // Empresário
  '51', // Candidato a cargo político eletivo
  '55', // Sócio comanditado residente no exterior
  '59', // Produtor rural
  '60', // Cônsul honorário
  '61', // Responsável indígena
  '62', // Representante das instituições extraterritoriais
  '64', // Administrador judicial
  '65', // Titular pessoa física residente ou domiciliado no Brasil
  '70', // Administrador residente ou domiciliado no exterior
  '72', // Diretor residente ou domiciliado no exterior
  '73', // Presidente residente ou domiciliado no exterior
  '74', // Sócio-administrador residente ou domiciliado no exterior
]);

/**
 * Who takes part in the company, in the order of the registry. A partner is a legal representative by qualification,
 * or because a row of the company names them as the representative of another partner. A partner who needs somebody
 * to represent them (a minor, a company, somebody abroad) does not represent the company for that.
 */
export function listPartners(record: CompanyRecord): readonly Partner[] {
  const named = new Set(
    record.partners.flatMap(({ representative }) =>
      representative?.name === undefined || representative.document === undefined
        ? []
        : [keyOf(representative.name, representative.document)],
    ),
  );
  return record.partners.map((partner) => ({
    kind: partner.kind,
    name: maskCpfInName(partner.name),
    ...(partner.document !== undefined && { document: partner.document }),
    functionCode: partner.qualification.code,
    function: partner.qualification.description ?? partner.qualification.code,
    isLegalRepresentative: isRepresentative(partner, named),
  }));
}

function isRepresentative(partner: CompanyPartner, named: ReadonlySet<string>): boolean {
  return (
    representingQualifications.has(partner.qualification.code) ||
    (partner.document !== undefined && named.has(keyOf(partner.name, partner.document)))
  );
}

function keyOf(name: string, document: string): string {
  return `${document} ${name.trim().toUpperCase()}`;
}
