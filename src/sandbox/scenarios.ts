import type { InventedEnd } from '../liveness/index.ts';
import { type Cnpj, type Cpf, generateCnpj, generateCpf } from '../platform/documents.ts';

/** The engine's verdict on every photo of a person, whatever it shows. */
export type FaceBehaviour =
  | 'match'
  | 'no-match'
  | 'spoof'
  | 'slow'
  | 'rate-limited'
  | 'busy'
  | 'locked'
  | { readonly refusal: PhotoRefusal };

export type PhotoRefusal =
  | 'face_not_found'
  | 'multiple_faces'
  | 'face_too_small'
  | 'face_too_blurred'
  | 'face_turned_away'
  | 'face_cut_off'
  | 'face_pose_extreme'
  | 'face_occluded'
  | 'photo_too_dark'
  | 'photo_too_bright'
  | 'photo_low_contrast';

/** The grounds of a match with an entry of a list. */
export type Basis = 'exact' | 'name_and_six_digits' | 'name_only';

type Common = { readonly id: string; readonly title: string; readonly expected: string };

export type FaceScenario = Common & {
  readonly cpf: Cpf;
  readonly face: FaceBehaviour;
  /** The reasons for which liveness sessions of the person fail, none when they pass; a camera decides unless given. */
  readonly liveness?: InventedEnd['reasons'];
};

export type PersonScenario = Common & {
  readonly cpf: Cpf;
  readonly name: string;
  /** The answer of pfBasicData; `known` unless given. */
  readonly basicData?: 'unavailable' | 'slow';
  readonly position?: Basis;
  readonly sanction?: Basis;
  readonly hasFace?: true;
  /** A change on request puts the person under a sanction, and the next takes it away. */
  readonly isChangeable?: true;
};

export type CompanyScenario = Common & {
  readonly cnpj: Cnpj;
  readonly name: string;
  /** The answer of pjData; `slow` is that of an active company, late. */
  readonly registry: 'active' | 'closed' | 'suspended' | 'slow' | 'unavailable';
  readonly isSanctioned?: true;
  /** A change on request closes the company, and the next opens it again. */
  readonly isChangeable?: true;
  readonly partners?: readonly { readonly name: string; readonly cpf: Cpf }[];
};

/** The document whose digits before the check digits are these. */
function digitsOf(digits: string): () => number {
  let at = 0;
  return () => Number(digits[at++ % digits.length]);
}
const cpfOf = (number: number) => generateCpf(digitsOf(String(900_000_000 + number)));
const cnpjOf = (number: number) => generateCnpj({ random: digitsOf(String(90_000_000 + number)) });

const refusals: Readonly<Record<PhotoRefusal, string>> = {
  face_not_found: 'no face in the photo',
  multiple_faces: 'several faces in the photo',
  face_too_small: 'a face too small',
  face_too_blurred: 'a blurred face',
  face_turned_away: 'a face turned away',
  face_cut_off: 'a face cut off',
  face_pose_extreme: 'a head too far turned',
  face_occluded: 'a covered face',
  photo_too_dark: 'a dark photo',
  photo_too_bright: 'a bright photo',
  photo_low_contrast: 'a photo with little contrast',
};

/** People whose photos are judged by their CPF. All have a registered face. */
export const faceScenarios: readonly FaceScenario[] = [
  ...(
    [
      ['match', 'match', 'the face matches', 'isMatch true'],
      ['no-match', 'no-match', 'the face of somebody else', 'isMatch false; isFaceMatch false'],
      ['spoof', 'spoof', 'a photo of a screen', 'isMatch false; isAlive false'],
      ['slow', 'slow', 'an answer that takes five seconds', 'isMatch true, late'],
      ['rate-limited', 'rate-limited', 'too many requests', '429 rate_limited with Retry-After'],
      ['busy', 'busy', 'a service with too much work', '503 face_engine_busy with Retry-After'],
      ['locked', 'locked', 'a face locked after failed matches', '429 face_locked with Retry-After'],
    ] as const
  ).map(([id, face, title, expected], index) => ({ id, cpf: cpfOf(1 + index), title, expected, face })),
  ...(Object.entries(refusals) as [PhotoRefusal, string][]).map(([refusal, title], index) => ({
    id: refusal.replaceAll('_', '-'),
    cpf: cpfOf(51 + index),
    title,
    expected: `400 ${refusal}`,
    face: { refusal },
  })),
  ...(
    [
      ['liveness-pass', 'a liveness session that passes without a camera', 'passed', []],
      ['liveness-flat', 'a liveness session that shows a sheet of paper', 'failed, flat', ['flat']],
      [
        'liveness-wrong-direction',
        'a liveness session of somebody who turns to the wrong side',
        'failed, wrong_direction',
        ['wrong_direction'],
      ],
    ] as const
  ).map(([id, title, expected, liveness], index) => ({
    id,
    cpf: cpfOf(81 + index),
    title,
    expected,
    liveness,
    face: 'match' as const,
  })),
];

const bases: readonly Basis[] = ['exact', 'name_and_six_digits', 'name_only'];

/** People that sources know things about. */
export const personScenarios: readonly PersonScenario[] = [
  {
    id: 'person-approved',
    cpf: cpfOf(101),
    title: 'a person whom nothing speaks against',
    expected: 'APPROVED',
    name: 'ANA APROVADA DA SILVA',
    hasFace: true,
  },
  {
    id: 'person-waiting-documents',
    cpf: cpfOf(102),
    title: 'a person without a registered face',
    expected: 'WAITING_DOCUMENTS',
    name: 'DANIEL DOCUMENTOS COSTA',
  },
  {
    id: 'person-pending',
    cpf: cpfOf(103),
    title: 'a person whose source does not answer',
    expected: 'PENDING, source_unavailable:pfBasicData',
    name: 'PAULA PENDENTE SOUZA',
    basicData: 'unavailable',
    hasFace: true,
  },
  {
    id: 'person-processing',
    cpf: cpfOf(104),
    title: 'a person whose source takes ten seconds',
    expected: 'PROCESSING, then APPROVED',
    name: 'PEDRO PROCESSANDO LIMA',
    basicData: 'slow',
    hasFace: true,
  },
  {
    id: 'person-changing',
    cpf: cpfOf(106),
    title: 'a person who comes under a sanction on request, for watches',
    expected: 'APPROVED; REPROVED after a change',
    name: 'MARIA MUDANCA ALVES',
    hasFace: true,
    isChangeable: true,
  },
  ...bases.map(
    (basis, index): PersonScenario => ({
      id: `pep-${basis.replaceAll('_', '-')}`,
      cpf: cpfOf(111 + index),
      title: `a politically exposed person, matched by ${basis}`,
      expected: basis === 'name_only' ? 'APPROVED, with a hit' : 'PENDING',
      name: `PEP EXPOSTA NUMERO ${'I'.repeat(index + 1)}`,
      position: basis,
      hasFace: true,
    }),
  ),
  ...bases.map(
    (basis, index): PersonScenario => ({
      id: `sanction-${basis.replaceAll('_', '-')}`,
      cpf: cpfOf(121 + index),
      title: `a person under a sanction, matched by ${basis}`,
      expected: { exact: 'REPROVED', name_and_six_digits: 'PENDING', name_only: 'APPROVED, with a hit' }[
        basis
      ],
      name: `SANCIONADO PESSOA NUMERO ${'I'.repeat(index + 1)}`,
      sanction: basis,
      hasFace: true,
    }),
  ),
];

const [approved] = personScenarios;

/** Companies that sources know things about. */
export const companyScenarios: readonly CompanyScenario[] = [
  {
    id: 'company-approved',
    cnpj: cnpjOf(1),
    title: 'an active company with partners',
    expected: 'APPROVED, two partners in qsa',
    name: 'APROVADA COMERCIO LTDA',
    registry: 'active',
    partners: [
      { name: approved!.name, cpf: approved!.cpf },
      { name: 'SOCIO SEGUNDO PEREIRA', cpf: cpfOf(105) },
    ],
  },
  {
    id: 'company-reproved',
    cnpj: cnpjOf(2),
    title: 'a company that was closed',
    expected: 'REPROVED',
    name: 'BAIXADA SERVICOS LTDA',
    registry: 'closed',
  },
  {
    id: 'company-sanctioned',
    cnpj: cnpjOf(3),
    title: 'a company under a sanction',
    expected: 'REPROVED',
    name: 'IMPEDIDA OBRAS LTDA',
    registry: 'active',
    isSanctioned: true,
  },
  {
    id: 'company-pending',
    cnpj: cnpjOf(4),
    title: 'a company whose source does not answer',
    expected: 'PENDING, source_unavailable:pjData',
    name: 'PENDENTE INDUSTRIA LTDA',
    registry: 'unavailable',
  },
  {
    id: 'company-waiting-documents',
    cnpj: cnpjOf(6),
    title: 'a company whose registration is suspended',
    expected: 'WAITING_DOCUMENTS',
    name: 'SUSPENSA ALIMENTOS LTDA',
    registry: 'suspended',
  },
  {
    id: 'company-processing',
    cnpj: cnpjOf(7),
    title: 'a company whose source takes ten seconds',
    expected: 'PROCESSING, then APPROVED',
    name: 'PROCESSANDO LOGISTICA LTDA',
    registry: 'slow',
  },
  {
    id: 'company-changing',
    cnpj: cnpjOf(5),
    title: 'a company that closes on request, for watches',
    expected: 'APPROVED; REPROVED after a change',
    name: 'MUDANCA TRANSPORTES LTDA',
    registry: 'active',
    isChangeable: true,
  },
];

const faceByCpf = new Map<string, FaceScenario>(faceScenarios.map((one) => [one.cpf, one]));
const personByCpf = new Map<string, PersonScenario>(personScenarios.map((one) => [one.cpf, one]));
const companyByCnpj = new Map<string, CompanyScenario>(companyScenarios.map((one) => [one.cnpj, one]));

export const findFaceScenario = (cpf: string | undefined) => faceByCpf.get(cpf ?? '');
export const findPersonScenario = (cpf: string | undefined) => personByCpf.get(cpf ?? '');
export const findCompanyScenario = (cnpj: string) => companyByCnpj.get(cnpj);

/** Scenarios that were changed an odd number of times. In the process's memory: a restart takes all changes back. */
const changed = new Set<string>();

let changes = 0;

/** A text that is another one after each change: what was answered before does not count any more. */
export const catalogueVersion = (): string => `changes ${changes}`;

/** True while the scenario is changed. */
export const isChanged = ({ id }: { readonly id: string }): boolean => changed.has(id);

/** Changes a scenario, or takes its change back; undefined when there is none of that id that changes. */
export function changeScenario(id: string): PersonScenario | CompanyScenario | undefined {
  const found = [...personScenarios, ...companyScenarios].find((one) => one.id === id && one.isChangeable);
  if (found === undefined) return undefined;
  if (!changed.delete(id)) changed.add(id);
  changes += 1;
  return found;
}

/** The whole catalogue as rows, as the sandbox behaves: with a CPF, or of a company its CNPJ. */
export function listScenarios() {
  const rowsOf = <About extends 'face' | 'person' | 'company'>(
    about: About,
    scenarios: readonly (FaceScenario | PersonScenario | CompanyScenario)[],
  ) =>
    scenarios.map((scenario) => {
      const { id, title, expected } = scenario;
      return { id, about, document: 'cpf' in scenario ? scenario.cpf : scenario.cnpj, title, expected };
    });
  return [
    ...rowsOf('face', faceScenarios),
    ...rowsOf('person', personScenarios),
    ...rowsOf('company', companyScenarios),
  ];
}
