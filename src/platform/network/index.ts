export { type AddressAllowance, isPublicAddress, parseAllowance } from './address-rules.ts';
export { pinTo } from './pin-to.ts';
