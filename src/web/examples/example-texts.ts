import { generateCnpj, generateCpf } from '../../platform/documents.ts';

/** The digits of one document again and again: the examples are the same at every start. */
function digitsOf(digits: string): () => number {
  let at = 0;
  return () => Number(digits[at++ % digits.length]);
}

const uuid = '019a9c5e-7b1a-7f3e-8d2c-4b6a90817263';
const id = (prefix: string) => `${prefix}_${uuid.replaceAll('-', '')}`;

/** A moment in examples. */
export const exampleMoment = '2026-11-22T12:00:00.000Z';
/** The CPF of examples, generated; a sandbox has a matching face for it. */
const exampleCpf = generateCpf(digitsOf('900000001'));
/** The CNPJ of examples, generated; a sandbox knows the company. */
const exampleCnpj = generateCnpj({ random: digitsOf('90000001') });
/** The request id of examples. */
export const exampleRequestId = uuid;

const secret = 'c2VjcmV0LW9mLWFuLWV4YW1wbGUtbm90LWEtcmVhbC1vbmU';
const host = 'https://example.com';

/** Prefixes of identifiers by the name of the property that holds them. */
const idPrefixes: Readonly<Record<string, string>> = {
  accountId: 'acc',
  addedBy: 'acc',
  attemptId: 'att',
  caseId: 'cas',
  caseIds: 'cas',
  changeId: 'crc',
  challengeId: 'chg',
  clientId: 'cli',
  companyId: 'com',
  decisionId: 'dec',
  deliveryId: 'whd',
  endpointId: 'whe',
  enrolmentId: 'inv',
  eventId: 'evt',
  executionId: 'exe',
  executionOriginId: 'cli',
  holdId: 'hld',
  imageId: 'img',
  importId: 'imp',
  invitationId: 'inv',
  parentExecutionId: 'exe',
  personId: 'per',
  lastExecutionId: 'exe',
  nextExecutionId: 'exe',
  previousExecutionId: 'exe',
  receiptId: 'era',
  rerunOf: 'exe',
  startedBy: 'cli',
  stoppedBy: 'cli',
  templateId: 'tpl',
  profileId: 'per',
  transactionId: 'exe',
  usedBy: 'att',
  watchId: 'wat',
  webhookEndpointId: 'whe',
};

/** The same of the property `id`, by the component or the segment of a path that it belongs to. */
const prefixesOfOwners: readonly (readonly [RegExp, string])[] = [
  [/liveness/i, 'liv'],
  [/capture/i, 'cap'],
  [/verification/i, 'ver'],
  [/hold/i, 'hld'],
  [/process/i, 'prc'],
  [/import/i, 'imp'],
  [/webhookdeliver|deliveries/i, 'whd'],
  [/webhook/i, 'whe'],
  [/invitation/i, 'inv'],
  [/session/i, 'ses'],
  [/account/i, 'acc'],
  [/decision/i, 'dec'],
  [/case/i, 'cas'],
  [/event/i, 'evt'],
  [/execution/i, 'exe'],
  [/template/i, 'tpl'],
  [/watch/i, 'wat'],
  [/history/i, 'his'],
  [/company|companies/i, 'com'],
  [/person|people/i, 'per'],
  [/attempt|authentication/i, 'att'],
  [/client/i, 'cli'],
  [/face|photo/i, 'fac'],
];

const texts: Readonly<Record<string, string>> = {
  _includeOnboardingQsa: 'true',
  access_token: 'eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9.e30.c2lnbmF0dXJl',
  action: 'attempt.read',
  actor: id('cli'),
  address: '203.0.113.7',
  advice: 'Import one of the lists: confere sources import.',
  alternative: `${host}/help`,
  appVersion: 'Chrome 131',
  assignee: 'me',
  birthDate: '17/05/1990',
  camera: 'Front camera',
  captureOrigins: host,
  captureUrl: `${host}/capture#s=${id('liv')}&c=${secret}`,
  chain: 'main',
  city: 'São Paulo',
  clientSecret: secret,
  cnpj: exampleCnpj,
  companyEmail: 'contato@example.com',
  cnae: '4781400',
  code: secret,
  companySize: 'ME',
  consentVersion: '1',
  cpf: exampleCpf,
  csrfToken: secret,
  dataDate: '2026-11-01',
  dataMonth: '2026-11',
  document: '***123456**',
  email: 'ana@example.com',
  error: 'invalid_client',
  error_description: 'client authentication failed',
  engine: 'challenge@8',
  executionOrigin: 'API',
  expected: 'The execution is approved.',
  failureDetail: 'There is no file of that name.',
  decidedBy: 'of-age',
  description: 'What it is.',
  expires: '1795348800',
  fantasyName: 'LOJA EXEMPLO',
  fatherName: 'JOAO EXEMPLO',
  function: 'Sócio-Administrador',
  functionCode: '49',
  gender: 'Female',
  group: 'server',
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  holder: id('cli'),
  host: 'confere-1',
  imageUrl: `${host}/photo.jpg`,
  jointStock: 'R$ 100.000,00',
  keyIds: 'key-1',
  iss: host,
  jobId: uuid,
  kind: 'purge-accounts',
  legalNature: '206-2 - Sociedade Empresária Limitada',
  licence: 'Apache-2.0',
  livenessEngine: 'fr-liveness@2',
  mainActivity: '4781-4/00 - Comércio varejista de artigos do vestuário e acessórios',
  mappingPath: 'columns.json',
  meaning: 'What the type says.',
  motherName: 'MARIA EXEMPLO',
  name: 'Exemplo',
  nextCursor: 'MDE5YTlj',
  note: 'The documents agree.',
  officialName: 'EXEMPLO COMERCIO LTDA',
  openFor: 'execution_pending',
  openingDate: '09/03/2015',
  operatorName: 'Loja Exemplo',
  only: 'companies',
  password: 'a sentence that only you know',
  partner: 'MARIA EXEMPLO',
  path: 'people/customers.csv',
  peopleId: exampleCpf,
  phoneNumber: '1130000000',
  passkeyId: 'c2VjcmV0',
  prefer: 'wait=20',
  rawId: 'c2VjcmV0',
  reason: 'The person asked for it.',
  reasons: 'no_rule_matched',
  receipt: 'eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl',
  redirectUrl: `${host}/done`,
  redirectUrls: `${host}/done`,
  referenceId: 'order-1001',
  requestId: uuid,
  restsOn: 'press photos',
  rg: '123456789',
  runtime: 'v24.0.0',
  scenarioId: 'person-changing',
  scope: 'attempts:read',
  scopes: 'attempts:read',
  secret,
  secretId: uuid,
  signature: 'c2lnbmF0dXJl',
  source: 'ceis',
  sourceIp: '203.0.113.7',
  subject: 'person',
  target: id('per'),
  taxRegime: 'presumido',
  templateModel: 'confere-default@3',
  templateModels: 'confere-default@3',
  text: 'A sentence.',
  title: 'What the code means',
  type: 'face.registered',
  types: 'face.registered',
  uf: 'SP',
  uri: 'otpauth://totp/Confere:ana@example.com?secret=JBSWY3DPEHPK3PXP',
  url: `${host}/webhooks`,
  variable: 'LISTEN',
  version: '1.0.0',
  verificationId: id('ver'),
  when: 'yearsBetween(basicData.birthDate, today) >= 18',
  withSecondaryCnae: 'true',
  'x-consent-version': '1',
  'x-criteria': 'name=ana%20lima',
  'x-legal-basis': 'consent',
  'x-people-id': exampleCpf,
  'idempotency-key': 'order-1001',
};

/** The same for names that mean something else in one component. */
const textsOfOwners: Readonly<Record<string, string>> = {
  'AssignedCases.code': 'case_not_found',
  'AuditEvent.outcome': 'done',
  'ChangedSandboxScenario.id': 'person-changing',
  'CompanyBasicData.status': 'ATIVA',
  'EventType.name': 'face.registered',
  'EventType.scope': 'faces:read',
  'Execution.name': 'of-age',
  'ExecutionSummary.reason': 'no_rule_matched',
  'ImportFile.name': 'customers.csv',
  'LivenessSession.engine': 'challenge@8',
  'NetworkModel.name': 'blazeface',
  'NetworkModel.role': 'detector',
  'Passkey.id': 'c2VjcmV0',
  'Passkeys.id': 'c2VjcmV0',
  'PjData.code': '02',
  'PublicKeyCredential.id': 'c2VjcmV0',
  'QueryTemplateSources.name': 'pfBasicData',
  'QueryTemplateRules.name': 'of-age',
  'QueryTemplateTrialAnswer.name': 'pfBasicData',
  'QueryTemplateTrialAnswer.reason': 'no_rule_matched',
  'Readiness.name': 'ceis',
  'RefusedRow.reason': 'document_invalid',
  'SandboxScenarios.id': 'person-approved',
  'SourceState.name': 'ceis',
  '/v1/cases.subject': id('per'),
  '/v1/companies.name': 'EXEMPLO COMERCIO',
  '/v1/executions.subject': exampleCpf,
  '/v1/session/sso/callback.error': 'access_denied',
  '/v1/session/sso/callback.error_description': 'The person said no.',
  '/v1/session/sso/callback.state': secret,
};

/** Example values for schemas that say only "text", by name and owner. Throws TypeError for a name that nobody gave one. */
export function exampleText(name: string, owner: string): string {
  const found = findText(name, owner);
  if (found === undefined) throw new TypeError(`${owner} ${name}: no example`);
  return found;
}

function findText(name: string, owner: string): string | undefined {
  const prefix = idPrefixes[name];
  if (prefix !== undefined) return id(prefix);
  const named = textsOfOwners[`${owner}.${name}`] ?? texts[name];
  if (named !== undefined) return named;
  if (name === 'id' || name === 'sessionId') {
    const found = prefixesOfOwners.find(([pattern]) => pattern.test(owner));
    if (found !== undefined) return id(found[1]);
    if (/job/i.test(owner)) return uuid;
  }
  if (/url$|link$/i.test(name)) return `${host}/`;
  if (/at$|until$/i.test(name)) return exampleMoment;
  if (/cursor/i.test(name)) return 'MDE5YTlj';
  return undefined;
}

/** A text of one of the patterns that identifiers and documents have; undefined for another pattern. */
export function exampleOfPattern(pattern: string, name: string): string | undefined {
  const identifier = /^\^([a-z]{3})_\[0-9a-f\]\{32\}\$$/.exec(pattern)?.[1];
  if (identifier !== undefined) return id(identifier);
  const candidates = [findText(name, ''), exampleCpf, '1', '2026-11', secret, 'text'];
  return candidates.find((each) => each !== undefined && new RegExp(pattern, 'u').test(each));
}
