import type { Command } from 'commander';
import type { AuditActions, AuditLog } from './platform/audit/index.ts';
import type { Clock } from './platform/clock.ts';
import type { ConfigOf, SettingInForce, SettingsGroups } from './platform/config/index.ts';
import type { DataFolder } from './platform/data-folder/index.ts';
import type { OpenDatabase } from './platform/db/index.ts';
import type { RecordCipher, SealedTable } from './platform/encryption/index.ts';
import type { Contribution, ExtensionPoint } from './platform/extension-points.ts';
import type { RequestIdentities } from './platform/idempotency.ts';
import type { IdKind } from './platform/ids.ts';
import type { Jobs } from './platform/jobs/index.ts';
import type { Logger } from './platform/log.ts';
import type { OperatorTasks } from './platform/operator-tasks/index.ts';
import type { RateLimiter } from './platform/rate-limits/index.ts';
import type { storageSettings } from './platform/storage-settings.ts';
import type { Tracing } from './platform/tracing.ts';
import type { OriginsOfPath, Routes } from './web/app.ts';
import type { Metrics } from './web/metrics.ts';
import type { RequestLimits } from './web/rate-limits/create-request-limits.ts';
import type { webSettings } from './web/settings.ts';

/** The settings that belong to no domain: of the server, of its limits, of the storage. */
export type CoreConfig = ConfigOf<typeof webSettings & typeof storageSettings>;

/** The storage of a deployment: its data folder, its database, the cipher of its records. */
export type Storage = AsyncDisposable & {
  readonly folder: DataFolder;
  readonly database: OpenDatabase;
  readonly cipher: RecordCipher;
};

/** A migrated database with nothing in it and the master key, for a backup to be put into. */
export type EmptyStorage = Storage;

/** The parts of the service that every module may work with. */
export type ModuleContext<Groups extends SettingsGroups = SettingsGroups> = {
  readonly config: CoreConfig;
  /** The settings of the module itself. */
  readonly settings: ConfigOf<Groups>;
  /** Every setting of every module with its value in force; nothing of secrets. */
  describeSettings(): readonly SettingInForce[];
  /** The part of the deployment that this process is. */
  readonly role: ServiceRole;
  readonly storage: Storage;
  readonly database: OpenDatabase;
  readonly db: OpenDatabase['db'];
  readonly cipher: RecordCipher;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobs: Jobs;
  readonly audit: AuditLog;
  /** The key that chains audit events. */
  readonly auditKey: Uint8Array;
  /** Keys and digests of requests with an `Idempotency-Key`. */
  readonly requests: RequestIdentities;
  readonly metrics: Metrics;
  /** Begins traces; undefined when none are sent. */
  readonly tracing: Tracing | undefined;
  readonly limiter: RateLimiter;
  readonly limits: RequestLimits;
  /** Public addresses, without a slash at their end. */
  readonly baseUrl: string;
  readonly mobileBaseUrl: string;
  /** Takes what failed in the background, for the log. */
  readonly onBackgroundError: (error: unknown) => void;
  /** Parts that take the place of a module's own, for tests. */
  readonly replacements: Readonly<Record<string, unknown>>;
  /** The parts of a module: while this one opens, of one that stands earlier in the list of modules; later, of any. */
  use<Parts>(module: Opens<Parts>): Parts;
  /** The contributions of all opened modules to a point. Before the last module is open, of those before this one. */
  contributions<Item>(point: ExtensionPoint<Item>): readonly Item[];
  /** Closes a part when the service ends, in the opposite order. */
  adopt<Part>(part: Part, close: (part: Part) => void | PromiseLike<void>): Part;
};

/** A module while the service runs. */
export type OpenModule<Parts> = {
  /** The parts that later modules may use. */
  readonly parts: Parts;
  readonly routes?: readonly Routes[];
  /** Says whose pages may call paths of the module that have origins of their own. */
  readonly originsOfPath?: OriginsOfPath;
  /** Names the module's background jobs and their schedules. */
  readonly registerJobs?: (jobs: Jobs) => void;
  readonly contributions?: readonly Contribution[];
  /** Begins work that only a server does. */
  readonly start?: () => void;
  /** Begins work in the background beside the jobs. A process with the role `web` leaves it to others. */
  readonly work?: () => void;
};

/** The parts that the tasks of commands work with, in a server or in the command's own process. */
export type TaskContext<Groups extends SettingsGroups = SettingsGroups> = {
  readonly config: CoreConfig;
  readonly settings: ConfigOf<Groups>;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
  /** Public address, without a slash at its end. */
  readonly baseUrl: string;
  /** Every table with sealed rows, of all modules. */
  readonly sealedTables: readonly SealedTable[];
  /**
   * The parts of a module of the whole service. In a command's own process the first call opens the service, which
   * loads the face networks; jobs are taken there, not worked on.
   */
  use<Parts>(module: Opens<Parts>): Promise<Parts>;
};

/** A module seen by those that use its parts. */
export type Opens<Parts> = {
  readonly name: string;
  readonly open: (context: never) => Promise<OpenModule<Parts>>;
};

/**
 * The parts of a deployment: `web` answers requests and leaves background work to others, `jobs` works in the
 * background and answers only `/healthz` and `/readyz`, `all` is both.
 */
export type ServiceRole = 'all' | 'web' | 'jobs';

/**
 * Parts that only other processes of the deployment ask: `faces` runs the face networks, `duplicates` holds a part of the
 * registered faces.
 */
export type PeerRole = 'faces' | 'duplicates';

/** A service that runs in this process. */
export type StartedService = {
  /** Where the customer surface listens. */
  readonly url: string;
  /** Credentials of the first administrator, when this start showed them. */
  readonly firstAdmin: { readonly clientId: string; readonly clientSecret: string } | undefined;
  /** The link for the first administrator's account, when this start made one. */
  readonly firstInvitation: { readonly link: string; readonly expiresAt: Date } | undefined;
  /** The address of the operator's own liveness session, where one is offered. */
  readonly trial: { readonly link: string; readonly expiresAt: Date } | undefined;
  /** Resolves when the face networks are loaded; rejects when they cannot be. */
  ready(): Promise<void>;
  /** Stops taking requests, lets open ones finish, closes everything. */
  stop(): Promise<void>;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The whole service, for commands that start it or its storage. They are given it: a module knows no list of modules. */
export type Application = {
  /** The settings of the server, the storage and every module, by group. */
  readonly settingsGroups: SettingsGroups;
  /** Throws a ConfigError when a variable of any module is wrong. */
  loadConfig(env: Environment): CoreConfig;
  /** Runs the service, or the part of a role, until SIGINT or SIGTERM; `onListening` takes the place of its first lines. */
  serve(
    env: Environment,
    options?: {
      readonly role?: ServiceRole | PeerRole;
      readonly onListening?: (service: StartedService) => Promise<void>;
    },
  ): Promise<void>;
  /** Starts a service that its caller stops. */
  start(env: Environment): Promise<StartedService>;
  /** Rejects with `master_key_missing` without the master key of the backup. */
  openStorageToRestore(config: CoreConfig, log: Logger): Promise<EmptyStorage>;
  /** Makes an administrator for the commands of this machine. */
  createCommandAdmin(storage: EmptyStorage, clock: Clock): Promise<void>;
};

/** A domain, as the application knows it. Everything heavy is loaded when it is asked for (docs/decisions/0088). */
export type Module<Parts = unknown, Groups extends SettingsGroups = SettingsGroups> = {
  readonly name: string;
  readonly settings: Groups;
  /** Commands of `confere` by their first word. */
  readonly commands: Readonly<Record<string, (application: Application) => Promise<Command>>>;
  /** Tables whose rows hold sealed keys. */
  readonly sealedTables: readonly SealedTable[];
  /** The kinds of identifiers that it gives its own things. */
  readonly idKinds: readonly IdKind[];
  /** The actions that it records in the audit log; `operator.` and its name for a task of operators. */
  readonly auditActions: AuditActions;
  readonly open: (context: ModuleContext<Groups>) => Promise<OpenModule<Parts>>;
  readonly operatorTasks: (context: TaskContext<Groups>) => Promise<OperatorTasks>;
};

/** A module from what it has; everything but the name may be left out. */
export function defineModule<Parts = undefined, Groups extends SettingsGroups = Record<never, never>>(
  module: Pick<Module<Parts, Groups>, 'name'> & Partial<Module<Parts, Groups>>,
): Module<Parts, Groups> {
  return {
    settings: {} as Groups,
    commands: {},
    sealedTables: [],
    idKinds: [],
    auditActions: {},
    open: async () => ({ parts: undefined as Parts }),
    operatorTasks: async () => ({}),
    ...module,
  };
}
