import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lets those who answer requests on this machine come first. A process that was started with a lower priority keeps
 * it: to raise one is for the administrator alone, and fails for others.
 */
export function giveWay(): void {
  const wanted = constants.priority.PRIORITY_BELOW_NORMAL;
  if (getPriority() < wanted) setPriority(wanted);
}
