import type { components } from '../api/schema.ts';
import { StatusBadge } from '../parts/status-badge.tsx';

export type Attempt = components['schemas']['Attempt'];

/** The outcome of an attempt. */
export function Outcome({ attempt: { decision, isMatch } }: { readonly attempt: Attempt }) {
  return <StatusBadge status={decision?.outcome ?? (isMatch ? 'match' : 'face_mismatch')} />;
}
