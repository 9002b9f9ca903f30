import type { ResponseToSign } from '../../access/index.ts';
import type { ImageLinks } from '../../images/index.ts';
import type { RequestIdentities } from '../../platform/idempotency.ts';
import type { CountPerson } from '../../web/rate-limits/create-request-limits.ts';
import type { FaceDeps } from '../face-deps.ts';

/** The parts that the routes of faces work with. */
export type FaceRouteDeps = {
  readonly faces: FaceDeps;
  readonly imageLinks: ImageLinks;
  /** Signs an answer; see `X-Response-Signature`. */
  readonly signResponse: (response: ResponseToSign) => Promise<string>;
  readonly mobileBaseUrl: string;
  readonly countPerson: CountPerson;
  readonly requests: RequestIdentities;
  /** True if a registration must name its legal basis. */
  readonly isLegalBasisRequired: boolean;
};
