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
