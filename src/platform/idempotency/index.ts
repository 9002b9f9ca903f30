export {
  createRequestIdentities,
  type RequestIdentities,
  type RequestIdentity,
} from './request-identities.ts';
