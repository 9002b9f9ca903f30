import {
  companyScenarios,
  type FaceScenario,
  faceScenarios,
  type PersonScenario,
  personScenarios,
} from './scenarios.ts';

/** A row of the catalogue. */
export type ListedScenario = {
  readonly id: string;
  readonly about: 'face' | 'person' | 'company';
  /** A CPF, or of a company its CNPJ. */
  readonly document: string;
  readonly title: string;
  /** The service's answer, in a few words. */
  readonly expected: string;
};

/** The whole catalogue, as the sandbox behaves. */
export function listScenarios(): readonly ListedScenario[] {
  const ofPerson =
    (about: 'face' | 'person') =>
    ({ id, cpf, title, expected }: FaceScenario | PersonScenario): ListedScenario => ({
      id,
      about,
      document: cpf,
      title,
      expected,
    });
  return [
    ...faceScenarios.map(ofPerson('face')),
    ...personScenarios.map(ofPerson('person')),
    ...companyScenarios.map(({ id, cnpj, title, expected }) => ({
      id,
      about: 'company' as const,
      document: cnpj,
      title,
      expected,
    })),
  ];
}
