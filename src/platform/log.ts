import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/**
 * The process's logger: JSON lines on standard error. What is logged is chosen field by field; whole requests,
 * bodies, tokens and addresses of people are never handed to it.
 */
export function createLogger(options: { readonly level: string; readonly name?: string }): Logger {
  return pino(
    {
      name: options.name ?? 'confere',
      level: options.level,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
