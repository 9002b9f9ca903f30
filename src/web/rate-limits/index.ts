export { addressKey } from './address-key.ts';
export {
  type CountPerson,
  createRequestLimits,
  type RequestLimitOptions,
  type RequestLimits,
} from './create-request-limits.ts';
