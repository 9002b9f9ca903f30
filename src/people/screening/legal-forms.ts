/**
 * Legal forms and states of companies. The words have no accents and no links (OF, DE, AND). At either end of a name
 * they are no part of it. The forms follow ISO 20275 for the countries of the lists.
 */
const forms = [
  // Brazil and Portugal
  ...['LTDA', 'LDA', 'LIMITADA', 'SA', 'EIRELI', 'ME', 'EPP', 'MEI', 'SLU', 'SS', 'SC', 'CIA', 'COMPANHIA'],
  ...['SOCIEDADE', 'ANONIMA', 'SOCIEDADE ANONIMA', 'SOCIEDADE LIMITADA', 'SOCIEDADE UNIPESSOAL LIMITADA'],
  ...[
    'SOCIEDADE LIMITADA UNIPESSOAL',
    'UNIPESSOAL LDA',
    'UNIPESSOAL LIMITADA',
    'LTDA UNIPESSOAL',
    'SOCIEDADE SIMPLES',
  ],
  ...[
    'SOCIEDADE SIMPLES LIMITADA',
    'SOCIEDADE ANONIMA FECHADA',
    'SOCIEDADE CONTA PARTICIPACAO',
    'UNIPESSOAL',
  ],
  ...['EMPRESA INDIVIDUAL RESPONSABILIDADE LIMITADA', 'MICROEMPRESA', 'EMPRESA PEQUENO PORTE', 'SAF'],
  ...['MICROEMPREENDEDOR INDIVIDUAL', 'SOCIEDADE POR QUOTAS', 'SOCIEDADE POR ACOES'],
  // English
  ...[
    'LTD',
    'LTDO',
    'LIM',
    'LIMITED',
    'LLC',
    'LLP',
    'LP',
    'LC',
    'PLC',
    'INC',
    'INCORP',
    'INCORPORATED',
    'CORP',
  ],
  ...[
    'CORPN',
    'CORPORATION',
    'CO',
    'COY',
    'COMP',
    'COMPANY',
    'PTE',
    'PTY',
    'PVT',
    'PRIVATE LIMITED',
    'PRIVATE',
  ],
  ...[
    'PUBLIC',
    'JOINT',
    'STOCK',
    'LIMITED COMPANY',
    'LIMITED LIABILITY COMPANY',
    'LIMITED LIABILITY PARTNERSHIP',
  ],
  ...[
    'LIMITED PARTNERSHIP',
    'LIABILITY',
    'WITH LIMITED LIABILITY',
    'COMPANY LIMITED',
    'PUBLIC LIMITED COMPANY',
  ],
  ...['LIMITED LIABILITY', 'COMPANY WITH LIMITED LIABILITY', 'UNLIMITED COMPANY', 'LIMITED BY SHARES'],
  ...['PUBLIC COMPANY', 'PRIVATE COMPANY', 'PRIVATE JOINT STOCK COMPANY', 'PUBLIC JOINT STOCK COMPANY'],
  ...['JOINT STOCK COMPANY', 'OPEN JOINT STOCK COMPANY', 'CLOSED JOINT STOCK COMPANY', 'STOCK COMPANY'],
  ...[
    'OPEN JOINT STOCK',
    'CLOSED JOINT STOCK',
    'JOINT STOCK',
    'STATE UNITARY ENTERPRISE',
    'UNITARY ENTERPRISE',
  ],
  ...['PRIVATE UNITARY ENTERPRISE', 'FEDERAL STATE UNITARY ENTERPRISE', 'REPUBLICAN UNITARY ENTERPRISE'],
  ...['FREE ZONE ESTABLISHMENT', 'FREE ZONE COMPANY', 'SOLE PROPRIETORSHIP'],
  // German, Dutch, Nordic
  ...['GMBH', 'AG', 'KG', 'KGAA', 'OHG', 'UG', 'EK', 'EG', 'GMBH CO KG', 'GMBH UND CO KG', 'GBR', 'SE'],
  ...['AKTIENGESELLSCHAFT', 'KOMMANDITGESELLSCHAFT', 'OFFENE HANDELSGESELLSCHAFT', 'UNTERNEHMERGESELLSCHAFT'],
  ...['GESELLSCHAFT MIT BESCHRANKTER HAFTUNG', 'GESELLSCHAFT MBH', 'GESMBH', 'MBH', 'SOCIETAS EUROPAEA'],
  ...[
    'BV',
    'NV',
    'CV',
    'VOF',
    'BESLOTEN VENNOOTSCHAP',
    'NAAMLOZE VENNOOTSCHAP',
    'COMMANDITAIRE VENNOOTSCHAP',
  ],
  ...[
    'AB',
    'AKTIEBOLAG',
    'AKTIEBOLAGET',
    'AS',
    'ASA',
    'ANS',
    'AKSJESELSKAP',
    'ALLMENNAKSJESELSKAP',
    'AKTIESELSKAB',
  ],
  ...['APS', 'ANPARTSSELSKAB', 'OY', 'OYJ', 'OSAKEYHTIO', 'JULKINEN OSAKEYHTIO', 'EHF', 'HF'],
  // French, Italian, Spanish, Romanian
  ...['SARL', 'SAS', 'SASU', 'EURL', 'SCA', 'SNC', 'SCS', 'CIE', 'COMPAGNIE', 'SOCIETE ANONYME'],
  ...[
    'SOCIETE RESPONSABILITE LIMITEE',
    'SOCIETE A RESPONSABILITE LIMITEE',
    'SOCIETE PAR ACTIONS SIMPLIFIEE',
    'SOCIETE',
  ],
  ...['SRL', 'SRLS', 'SPA', 'SAPA', 'SOCIETA PER AZIONI', 'SOCIETA RESPONSABILITA LIMITATA'],
  ...['SOCIETA A RESPONSABILITA LIMITATA', 'SOCIETA COOPERATIVA', 'SOCIETA'],
  ...[
    'SL',
    'SLL',
    'SAU',
    'CA',
    'SOCIEDAD ANONIMA',
    'SOCIEDAD',
    'COMPANIA',
    'COMPANIA ANONIMA',
    'RL CV',
    'SA CV',
  ],
  ...[
    'SOCIEDAD RESPONSABILIDAD LIMITADA',
    'SOCIEDAD LIMITADA',
    'SOCIEDAD POR ACCIONES SIMPLIFICADA',
    'SOCIEDAD LIMITADA',
  ],
  ...[
    'SOCIEDAD ANONIMA CAPITAL VARIABLE',
    'EMPRESA INDIVIDUAL RESPONSABILIDAD LIMITADA',
    'EIRL',
    'SDAD LTDA',
    'SAB CV',
  ],
  ...['SOCIETATE CU RASPUNDERE LIMITATA', 'SOCIETATE PE ACTIUNI'],
  // Eastern Europe and Central Asia
  ...['OOO', 'OAO', 'ZAO', 'PAO', 'NAO', 'AO', 'TOO', 'TOV', 'PP', 'PAT', 'PRAT', 'DP', 'FGUP', 'GUP', 'IP'],
  ...['JSC', 'PJSC', 'OJSC', 'CJSC', 'AOZT', 'NPO', 'CHUP', 'ODO', 'AKTSIONERNOE OBSHCHESTVO'],
  ...['OBSHCHESTVO S OGRANICHENNOI OTVETSTVENNOSTYU', 'OBSHCHESTVO S OGRANICHENNOY OTVETSTVENNOSTYU'],
  ...[
    'OTKRYTOE AKTSIONERNOE OBSHCHESTVO',
    'ZAKRYTOE AKTSIONERNOE OBSHCHESTVO',
    'PUBLICHNOE AKTSIONERNOE OBSHCHESTVO',
  ],
  ...[
    'DOO',
    'DD',
    'AD',
    'EAD',
    'EOOD',
    'OOD',
    'SRO',
    'SP ZOO',
    'SP Z OO',
    'SPZOO',
    'SPZ OO',
    'ZOO',
    'SP',
    'KFT',
    'ZRT',
    'NYRT',
    'UAB',
    'OU',
    'SIA',
  ],
  ...['SPOLKA AKCYJNA', 'SPOLKA Z OGRANICZONA ODPOWIEDZIALNOSCIA', 'SPOL SRO', 'SPOLECNOST RUCENIM OMEZENYM'],
  ...['DRUSTVO S OGRANICENOM ODGOVORNOSCU', 'DRUSTVO SA OGRANICENOM ODGOVORNOSCU', 'AKCIOVA SPOLECNOST'],
  // Middle East and Asia
  ...[
    'FZE',
    'FZC',
    'FZCO',
    'FZ LLC',
    'FZLLC',
    'DMCC',
    'DWC LLC',
    'WLL',
    'BSC',
    'SAL',
    'SAL OFFSHORE',
    'SAK',
    'KSC',
    'KSCC',
    'QSC',
    'SAOG',
    'SAOC',
  ],
  ...[
    'SDN',
    'BHD',
    'SDN BHD',
    'SENDIRIAN BERHAD',
    'BERHAD',
    'PT',
    'TBK',
    'PERSEROAN TERBATAS',
    'CO LTD',
    'COLTD',
  ],
  ...[
    'KK',
    'GK',
    'KABUSHIKI',
    'KAISHA',
    'KABUSHIKI KAISHA',
    'KABUSHIKI GAISHA',
    'GODO KAISHA',
    'YOUXIAN GONGSI',
  ],
  ...[
    'GUFEN YOUXIAN GONGSI',
    'YOUXIAN ZEREN GONGSI',
    'JUSIK HOESA',
    'TAS',
    'STI',
    'LTD STI',
    'LIMITED SIRKETI',
  ],
  ...['ANONIM SIRKETI', 'SIRKETI', 'PJS', 'PJS CO', 'PSC', 'BHD'],
];

const states = [
  ...[
    'EM RECUPERACAO JUDICIAL',
    'EM RECUPERACAO EXTRAJUDICIAL',
    'EM RECUPERACAO',
    'EM LIQUIDACAO',
    'EM FALENCIA',
  ],
  ...[
    'EM LIQUIDACAO JUDICIAL',
    'EM LIQUIDACAO EXTRAJUDICIAL',
    'EM LIQUIDACAO ORDINARIA',
    'EM DISSOLUCAO',
    'FALIDA',
    'FALIDO',
  ],
  ...[
    'MASSA FALIDA',
    'MASSA FALIDA EMPRESA',
    'EM INTERVENCAO',
    'SOB INTERVENCAO',
    'EM CONCORDATA',
    'EM EXTINCAO',
  ],
  ...[
    'EM PROCESSO FALENCIA',
    'EM ESTADO FALENCIA',
    'EM INSOLVENCIA',
    'ESPOLIO',
    'EM ORGANIZACAO',
    'EM CONSTITUICAO',
  ],
  ...[
    'EM PROCESSO LIQUIDACAO',
    'SOB ADMINISTRACAO JUDICIAL',
    'EM ADMINISTRACAO JUDICIAL',
    'EM REGIME FALIMENTAR',
  ],
  ...['IN LIQUIDATION', 'IN VOLUNTARY LIQUIDATION', 'IN RECEIVERSHIP', 'IN ADMINISTRATION', 'IN BANKRUPTCY'],
  ...[
    'UNDER LIQUIDATION',
    'EN LIQUIDACION',
    'EN CONCURSO',
    'EN QUIEBRA',
    'IN LIQUIDAZIONE',
    'EN LIQUIDATION',
  ],
  ...['IN LIQUIDATIE', 'IL', 'IN ABWICKLUNG', 'IN INSOLVENZ', 'EN REDRESSEMENT JUDICIAIRE', 'IN FALLIMENTO'],
];

const phrases: ReadonlySet<string> = new Set([...forms, ...states]);
const longestPhrase = 6;

/** The words without the forms and states at both ends. The last word stays, whatever it is. */
export function dropLegalForms(words: readonly string[]): readonly string[] {
  let [from, to] = [0, words.length];
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (let length = Math.min(longestPhrase, to - from - 1); length > 0; length -= 1) {
      if (phrases.has(words.slice(to - length, to).join(' '))) {
        to -= length;
        isChanged = true;
        break;
      }
      if (phrases.has(words.slice(from, from + length).join(' '))) {
        from += length;
        isChanged = true;
        break;
      }
    }
  }
  return words.slice(from, to);
}

const gluedInFront = /^(?:PJSC|OJSC|CJSC|JSC|OOO|OAO|LLC|LLP)(?=[A-Z]{4})/;
const gluedBehind = /(?<=[A-Z]{4})(?:PJSC|OJSC|CJSC|JSC|OOO|LLC|LLP|LTDA|LTD|GMBH|BHD|FZCO)$/;

/** A word without a form that was written together with it. */
export function dropGluedForm(word: string): string {
  return word.replace(gluedInFront, '').replace(gluedBehind, '');
}
