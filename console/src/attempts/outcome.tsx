import type { components } from '../api/schema.ts';
import { StatusBadge } from '../parts/status-badge.tsx';

export type Attempt = components['schemas']['Attempt'];

/** How an attempt ended. */
export function Outcome({ attempt: { decision, isMatch } }: { readonly attempt: Attempt }) {
  return <StatusBadge status={decision?.outcome ?? (isMatch ? 'match' : 'face_mismatch')} />;
}
