export const activities: readonly (readonly [string, string])[] = [
  ['4781400', 'Comércio varejista de artigos do vestuário e acessórios'],
  ['9602501', 'Cabeleireiros, manicure e pedicure'],
  ['4399103', 'Obras de alvenaria'],
  ['5611203', 'Lanchonetes, casas de chá, de sucos e similares'],
  ['4712100', 'Comércio varejista de mercadorias em geral, com predominância de produtos alimentícios'],
  ['7319002', 'Promoção de vendas'],
  ['4930202', 'Transporte rodoviário de carga, exceto produtos perigosos e mudanças'],
  ['6204000', 'Consultoria em tecnologia da informação'],
  ['6201501', 'Desenvolvimento de programas de computador sob encomenda'],
  ['8599604', 'Treinamento em desenvolvimento profissional e gerencial'],
  ['9430800', 'Atividades de associações de defesa de direitos sociais'],
  ['6822600', 'Gestão e administração da propriedade imobiliária'],
];

export const reasons: readonly (readonly [string, string])[] = [
  ['00', 'SEM MOTIVO'],
  ['01', 'EXTINCAO POR ENCERRAMENTO LIQUIDACAO VOLUNTARIA'],
  ['63', 'OMISSAO DE DECLARACOES'],
  ['21', 'PEDIDO DE BAIXA INDEFERIDA'],
];

/** SIAFI code, name, state, IBGE code. */
export const cities: readonly (readonly [string, string, string, string])[] = [
  ['7107', 'SAO PAULO', 'SP', '3550308'],
  ['6001', 'RIO DE JANEIRO', 'RJ', '3304557'],
  ['4123', 'BELO HORIZONTE', 'MG', '3106200'],
  ['9701', 'BRASILIA', 'DF', '5300108'],
  ['3849', 'SALVADOR', 'BA', '2927408'],
  ['7535', 'CURITIBA', 'PR', '4106902'],
  ['8801', 'PORTO ALEGRE', 'RS', '4314902'],
  ['2531', 'RECIFE', 'PE', '2611606'],
  ['1389', 'FORTALEZA', 'CE', '2304400'],
  ['6291', 'CAMPINAS', 'SP', '3509502'],
];

export const natures: readonly (readonly [string, string])[] = [
  ['2135', 'Empresário (Individual)'],
  ['2062', 'Sociedade Empresária Limitada'],
  ['3999', 'Associação Privada'],
  ['2011', 'Empresa Pública'],
  ['2054', 'Sociedade Anônima Fechada'],
];

export const countries: readonly (readonly [string, string])[] = [
  ['105', 'BRASIL'],
  ['249', 'ESTADOS UNIDOS'],
  ['023', 'ALEMANHA'],
];

export const qualifications: readonly (readonly [string, string])[] = [
  ['00', 'Não informada'],
  ['05', 'Administrador'],
  ['10', 'Diretor'],
  ['16', 'Presidente'],
  ['22', 'Sócio'],
  ['49', 'Sócio-Administrador'],
  ['50', 'Empresário'],
];

/** The commonest first, as in the real files. */
export const firstNames = (
  'MARIA JOSE ANA JOAO ANTONIO FRANCISCO CARLOS PAULO PEDRO LUCAS LUIZ MARCOS LUIS GABRIEL RAFAEL DANIEL MARCELO BRUNO ' +
  'EDUARDO FELIPE RAIMUNDO RODRIGO MANOEL MATEUS ANDRE FERNANDO FABIO LEONARDO GUSTAVO GUILHERME LEANDRO TIAGO ANDERSON ' +
  'RICARDO MARCIO JORGE SEBASTIAO ALEXANDRE ROBERTO EDSON DIEGO VITOR SERGIO CLAUDIO ADRIANA JULIANA MARCIA FERNANDA ' +
  'PATRICIA ALINE SANDRA CAMILA AMANDA BRUNA JESSICA LETICIA JULIA LUCIANA VANESSA MARIANA GABRIELA VERA VITORIA LARISSA'
).split(' ');
export const surnames = (
  'SILVA SANTOS OLIVEIRA SOUZA PEREIRA FERREIRA ALVES RODRIGUES LIMA GOMES COSTA RIBEIRO MARTINS CARVALHO ALMEIDA LOPES ' +
  'SOARES FERNANDES VIEIRA BARBOSA ROCHA DIAS NASCIMENTO ANDRADE MOREIRA NUNES MARQUES MACHADO MENDES FREITAS CARDOSO ' +
  'RAMOS GONCALVES SANTANA TEIXEIRA ARAUJO PINTO CAVALCANTE MELO CAMPOS MOURA BATISTA CORREIA MONTEIRO PIRES BORGES MAIA ' +
  'REIS DUARTE CUNHA CASTRO NEVES COELHO CRUZ FARIAS AZEVEDO BEZERRA MEDEIROS FONSECA MIRANDA TAVARES XAVIER NOGUEIRA'
).split(' ');
export const tradeWords = (
  'CASA BRASIL CENTRAL NOVA BOM PRECO UNIAO SUL REAL ALFA MUNDO POPULAR NORTE MASTER GLOBAL IDEAL LIDER PRIME SUPER TOP ' +
  'GRUPO REDE ESTRELA SOL VIDA FORTE VERDE OURO PRATA AGUIA LEAL MODERNA RAPIDO EXPRESSO PONTO LOJA ESPACO STUDIO ARTE'
).split(' ');
export const trades = (
  'COMERCIO SERVICOS TRANSPORTES CONSTRUCOES CONFECCOES ALIMENTOS INFORMATICA REPRESENTACOES CONSULTORIA ENGENHARIA ' +
  'TECNOLOGIA DISTRIBUIDORA LOGISTICA PARTICIPACOES EMPREENDIMENTOS RESTAURANTE MERCADO FARMACIA PAPELARIA OFICINA'
).split(' ');

const syllables = (
  'BA BE BI BO BRA CA CE CI CO CRI DA DE DI DO DRE FA FE FI FLA GA GE GI GO GRA JA JO LA LE LI LO LU MA ME MI MO NA NE NI ' +
  'NO PA PE PI PO PRA RA RE RI RO SA SE SI SO TA TE TI TO TRE VA VE VI VO XA ZE ZI'
).split(' ');

/**
 * A word as names have them: mostly one of the list, the first ones far more often than the last, and once in four
 * times a rare one that is in no list.
 */
export function pickWord(random: (limit: number) => number, list: readonly string[]): string {
  if (random(4) === 0) return [1, 2, 3].map(() => syllables[random(syllables.length)]).join('');
  const share = random(10_000) / 10_000;
  return list[Math.floor(share * share * list.length)]!;
}
export const streets = [
  'RUA DAS FLORES',
  'SETE DE SETEMBRO',
  'BRASIL',
  'SAO JOSE',
  'GETULIO VARGAS',
  'PARANA',
];
export const districts = ['CENTRO', 'JARDIM AMERICA', 'VILA NOVA', 'SANTA CRUZ', 'INDUSTRIAL', 'BOA VISTA'];
