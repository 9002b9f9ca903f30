import { isDeepStrictEqual } from 'node:util';
import { maskCpf, parseCpf } from '../platform/documents.ts';
import type {
  Comparison,
  DemoObservations,
  OpenedImage,
  PerformedSession,
  SignedAnswer,
} from './observations.ts';

export type Check = {
  readonly what: string;
  readonly expected: string;
  readonly got: string;
  readonly isAsExpected: boolean;
};

/** Similarity from which two faces count as one person's; the decision threshold is there by definition. */
const similarityThreshold = 0.5;

/** Compares what the demonstration saw with what it has to be. Nothing differs when every check is as expected. */
export function checkObservations(observed: DemoObservations): readonly Check[] {
  const { registration, comparisons, refusals, images, signedAnswer, sessions } = observed;
  return [
    equal('first photo registered: status', 201, registration.status),
    equal('first photo registered: references', 1, registration.references),
    equal('comparisons: same woman, other women', '1, 3', countComparisons(comparisons)),
    ...comparisons.flatMap(checkComparison),
    ...refusals.map(({ what, expectedStatus, expectedCode, status, code }) =>
      equal(`refused: ${what}`, `${expectedStatus} ${expectedCode}`, `${status} ${code}`),
    ),
    equal('images opened', 'registered, received', images.map(({ which }) => which).join(', ')),
    ...images.flatMap(checkImage),
    ...checkSignedAnswer(signedAnswer),
    equal('liveness sessions', 2, sessions.length),
    ...sessions.flatMap((session, index) => (index === 0 ? checkPassed(session) : checkFailed(session))),
  ];
}

/** True if every check passed. False without any check. */
export function areAllAsExpected(checks: readonly Check[]): boolean {
  return checks.length > 0 && checks.every(({ isAsExpected }) => isAsExpected);
}

function countComparisons(comparisons: readonly Comparison[]): string {
  const same = comparisons.filter(({ isSameWoman }) => isSameWoman).length;
  return `${same}, ${comparisons.length - same}`;
}

function checkComparison(comparison: Comparison): Check[] {
  const { photo, isSameWoman, status, isMatch, attemptId, attemptStatus, attempt } = comparison;
  const similarity = attempt?.faceMatch.similarity;
  const isSimilar = similarity === undefined ? undefined : similarity >= similarityThreshold;
  const side = isSameWoman ? 'at least' : 'below';
  return [
    equal(`${photo}: status, isMatch`, `200 ${isSameWoman}`, `${status} ${isMatch}`),
    {
      what: `${photo}: similarity`,
      expected: `${side} ${similarityThreshold}`,
      got: similarity === undefined ? 'none' : similarity.toFixed(3),
      isAsExpected: isSimilar === isSameWoman,
    },
    equal(`${photo}: isFaceMatch`, isSameWoman, attempt?.faceMatch.isFaceMatch),
    // A refusal for want of liveness would look like a right one.
    equal(`${photo}: isAlive`, true, attempt?.liveness.isAlive),
    equal(
      `${photo}: attempt read back`,
      `200 same id, ${isMatch}`,
      `${attemptStatus} ${attempt?.id === attemptId ? 'same' : 'other'} id, ${attempt?.isMatch}`,
    ),
  ];
}

function checkImage({ which, status, contentType, decoded, sha256, sentSha256 }: OpenedImage): Check[] {
  const size = decoded === undefined ? 'cannot be decoded' : 'decoded';
  return [
    equal(`${which} image: status, type`, '200 image/jpeg', `${status} ${contentType}`),
    equal(`${which} image: decodes`, 'jpeg decoded', `${decoded?.format ?? 'file'} ${size}`),
    equal(
      `${which} image: same file as sent`,
      sentSha256.slice(0, 16),
      sha256.slice(0, 16),
      sha256 === sentSha256,
    ),
  ];
}

function checkSignedAnswer(signed: SignedAnswer): Check[] {
  const { status, refusedBecause, header, claims, publishedKids, facts, isAlteredRefused } = signed;
  const { receivedAt, ...expectedClaims } = facts;
  const { iat, exp } = claims;
  const named = new Set([...Object.keys(expectedClaims), 'iat', 'exp']);
  return [
    equal('signed answer: status, isMatch', '200 true', `${status} ${facts.isMatch}`),
    equal('signature with the published keys', 'holds', refusedBecause ?? 'holds'),
    equal('signature: alg', 'ES256', header.alg),
    equal('signature: typ', 'confere-response+jwt', header.typ),
    equal(
      'signature: kid',
      'published',
      publishedKids.includes(String(header.kid)) ? 'published' : header.kid,
    ),
    ...Object.entries(expectedClaims).map(([name, expected]) => {
      const check = equal(`claim ${name}`, expected, claims[name]);
      return name === 'peopleId' ? { ...check, expected: mask(check.expected), got: mask(check.got) } : check;
    }),
    {
      what: 'claim iat',
      expected: 'within 60 s of the answer',
      got: typeof iat === 'number' ? `${receivedAt - iat} s before` : String(iat),
      isAsExpected: typeof iat === 'number' && Math.abs(receivedAt - iat) <= 60,
    },
    {
      what: 'claim exp',
      expected: '300 s after iat',
      got: typeof iat === 'number' && typeof exp === 'number' ? `${exp - iat} s after iat` : String(exp),
      isAsExpected: typeof iat === 'number' && exp === iat + 300,
    },
    equal(
      'claims beside these',
      'none',
      Object.keys(claims)
        .filter((name) => !named.has(name))
        .join(', ') || 'none',
    ),
    equal('signature over the other verdict', 'refused', isAlteredRefused ? 'refused' : 'holds'),
  ];
}

function checkPassed({ camera, state, reasons, verdict, use, attempt }: PerformedSession): Check[] {
  return [
    equal(`${camera}: state, reasons`, 'passed none', `${state} ${reasons?.join(' ') || 'none'}`),
    equal(`${camera}: isAlive`, true, verdict?.isAlive),
    equal(`${camera}: authentication`, '200 true', `${use.status} ${use.isMatch}`),
    // The attempt rests on the session, not on one photo of it.
    equal(
      `${camera}: liveness of the attempt`,
      verdict?.probability.toFixed(3),
      attempt?.liveness.probability.toFixed(3),
    ),
  ];
}

function checkFailed({ camera, state, reasons = [], verdict, use }: PerformedSession): Check[] {
  return [
    equal(`${camera}: state`, 'failed', state),
    {
      what: `${camera}: reasons`,
      expected: 'one or more',
      got: reasons.join(' ') || 'none',
      isAsExpected: reasons.length > 0,
    },
    equal(`${camera}: isAlive`, false, verdict?.isAlive),
    equal(`${camera}: authentication`, '400 liveness_session_unusable', `${use.status} ${use.code}`),
  ];
}

/** The text with its CPF, if it is one, masked. */
function mask(text: string): string {
  const cpf = parseCpf(text);
  return cpf === undefined ? text : maskCpf(cpf);
}

function equal(
  what: string,
  expected: unknown,
  got: unknown,
  isAsExpected = isDeepStrictEqual(expected, got),
): Check {
  return { what, expected: String(expected), got: String(got), isAsExpected };
}
