export type { ClientCertificate, LookupAll } from './create-connector.ts';
export {
  createOutboundClient,
  type OutboundAnswer,
  type OutboundClient,
  type OutboundRequest,
} from './create-outbound-client.ts';
export type { Holder } from './create-shares.ts';
export { OutboundError } from './errors.ts';
