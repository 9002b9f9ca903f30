export { type AddressAllowance, isPublicAddress, parseAllowance } from './address-rules.ts';
