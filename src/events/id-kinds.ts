import { defineIdKind } from '../platform/ids.ts';

/** Identifiers of deliveries to webhook endpoints. */
export const webhookDeliveryIdKind = defineIdKind('whd');
/** Identifiers of webhook endpoints. */
export const webhookEndpointIdKind = defineIdKind('whe');
