import type { RecordedEvent } from './types.ts';

/**
 * The event as earlier versions hashed it, when it is a face lock: they hashed the moment of its end as an empty
 * object and stored it as text. Undefined for every other event. With this the rest of such an event is proven by its
 * hash; the moment is not, and is only known to be one that follows the event.
 */
export function asOldFaceLock(event: RecordedEvent): RecordedEvent | undefined {
  const { action, at, detail = {} } = event;
  const { until, ...others } = detail;
  if (action !== 'face.lock' || typeof until !== 'string' || Object.keys(others).length > 0) return undefined;
  const end = new Date(until);
  const isMoment = !Number.isNaN(end.getTime()) && end.toISOString() === until;
  return isMoment && end > at ? { ...event, detail: { until: {} } } : undefined;
}
