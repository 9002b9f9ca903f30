import { createHash } from 'node:crypto';
import type { AnalysisLimits } from '../analyse-photo.ts';
import type { EngineDescription } from '../face-engine.ts';

/**
 * One text for networks and photo limits: equal in two processes that give the same outcome for a photo. Thresholds are
 * not part of it, since only the process that asked decides by them.
 */
export function digestNetworks(description: EngineDescription, limits: AnalysisLimits): string {
  const { templateModel, livenessEngine, models } = description;
  const networks = models.map(({ role, name, version }) => `${role} ${name} ${version}`).sort();
  const ordered = Object.entries(limits)
    .map(([name, value]) => `${name} ${value}`)
    .sort();
  return createHash('sha256')
    .update(JSON.stringify([templateModel, livenessEngine, networks, ordered]))
    .digest('base64url');
}
