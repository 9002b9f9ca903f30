import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

type LoggerOptions = {
  /** A level of pino: `info`, `silent` and so on; lines below it are not written. */
  readonly level: string;
  /** Where lines go: standard error when absent. */
  readonly descriptor?: number;
  /**
   * Hands lines over in groups, off the thread that logs, a tenth of a second later at most, and the last ones when the
   * process exits; one that is killed loses those of its last moment. For processes that log each of many requests.
   */
  readonly inGroups?: boolean;
};

/** Characters after which a group is handed over before its time. */
const groupSize = 12_288;
const longestDelayMs = 100;
/** Characters of lines that nobody takes; further ones are dropped, so that a reader that hangs fills no memory. */
const waitingAtMost = 16 * 1024 * 1024;

/**
 * The process's logger: JSON lines. What is logged is chosen field by field; whole requests, bodies, tokens and
 * addresses of people are never handed to it.
 */
export function createLogger(options: LoggerOptions): Logger {
  const { descriptor = 2, inGroups = false } = options;
  const destination = pino.destination({
    fd: descriptor,
    sync: !inGroups,
    ...(inGroups && { minLength: groupSize, periodicFlush: longestDelayMs, maxLength: waitingAtMost }),
  });
  const log = pino(
    {
      name: 'confere',
      level: options.level,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  destination.on('drop', () => {
    dropped.set(log, countDroppedLines(log) + 1);
  });
  return log;
}

const dropped = new WeakMap<Logger, number>();

function countDroppedLines(log: Logger): number {
  return dropped.get(log) ?? 0;
}

/** Adds the gauge of the lines that the logger of this process has dropped. */
export function addLogGauge(
  metrics: { addGauge(gauge: { name: string; help: string; read: () => number }): void },
  log: Logger,
): void {
  metrics.addGauge({
    name: 'confere_log_lines_dropped',
    help: 'Lines of the log that this process dropped since its start, because nobody read them.',
    read: () => countDroppedLines(log),
  });
}
