export { hashClearKeys } from './hash-clear-keys.ts';
export {
  createRequestIdentities,
  type RequestIdentities,
  type RequestIdentity,
} from './request-identities.ts';
