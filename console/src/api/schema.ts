// The one place that knows where the types of the documented interface are.
export type { components, paths } from '../../../packages/client/src/openapi.ts';
