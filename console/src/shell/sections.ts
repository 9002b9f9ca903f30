import { type ComponentType, lazy } from 'react';
import type english from '../texts/en/index.ts';

/** A part of the console: its address, and what the service must allow for it to be shown. */
export type Section = {
  readonly key: keyof (typeof english)['shell']['sections'];
  readonly path: string;
  /** Any of these; none: everybody who is signed in. */
  readonly scopes: readonly string[];
  readonly Screen: ComponentType;
  /** Reached from elsewhere: not in the navigation. */
  readonly isUnlisted?: boolean;
  /** Screens below, by the rest of the address; the first that fits. */
  readonly below?: Readonly<Record<string, ComponentType>>;
};

/** In the order of the navigation. Each screen is loaded when it is opened. */
export const sections: readonly Section[] = [
  {
    key: 'cases',
    path: '/cases',
    scopes: ['cases:read'],
    Screen: lazy(async () => ({ default: (await import('../cases/queue.tsx')).CaseQueue })),
    below: {
      '/settings': lazy(async () => ({ default: (await import('../cases/case-settings.tsx')).CaseSettings })),
      '/:id': lazy(async () => ({ default: (await import('../cases/case.tsx')).CasePage })),
    },
  },
  {
    key: 'report',
    path: '/report',
    scopes: ['audit:read'],
    Screen: lazy(async () => ({ default: (await import('../cases/case-report.tsx')).CaseReport })),
  },
  {
    key: 'people',
    path: '/people',
    scopes: ['people:read'],
    Screen: lazy(async () => ({ default: (await import('../people/find-person.tsx')).FindPerson })),
    below: {
      '/:id': lazy(async () => ({ default: (await import('../people/person.tsx')).PersonPage })),
    },
  },
  {
    key: 'companies',
    path: '/companies',
    scopes: ['companies:read'],
    Screen: lazy(async () => ({ default: (await import('../companies/search.tsx')).CompanySearch })),
    below: {
      '/:id': lazy(async () => ({ default: (await import('../companies/company.tsx')).CompanyPage })),
    },
  },
  {
    key: 'attempts',
    path: '/attempts',
    scopes: ['attempts:read'],
    Screen: lazy(async () => ({ default: (await import('../attempts/attempt-list.tsx')).AttemptList })),
    below: {
      '/:id': lazy(async () => ({ default: (await import('../attempts/attempt.tsx')).AttemptPage })),
    },
  },
  {
    key: 'figures',
    path: '/figures',
    scopes: ['attempts:read'],
    Screen: lazy(async () => ({ default: (await import('../figures/figures.tsx')).AttemptFigures })),
  },
  {
    key: 'executions',
    path: '/executions',
    scopes: ['executions:read'],
    Screen: lazy(async () => ({ default: (await import('../executions/execution-list.tsx')).ExecutionList })),
    below: {
      '/:id': lazy(async () => ({ default: (await import('../executions/execution.tsx')).ExecutionPage })),
    },
  },
  {
    key: 'templates',
    path: '/templates',
    scopes: ['executions:read'],
    Screen: lazy(async () => ({ default: (await import('../templates/template-list.tsx')).TemplateList })),
    below: {
      '/:id': lazy(async () => ({
        default: (await import('../templates/template-editor.tsx')).TemplateEditor,
      })),
    },
  },
  {
    key: 'sources',
    path: '/sources',
    scopes: ['companies:read'],
    Screen: lazy(async () => ({ default: (await import('../sources/source-list.tsx')).SourceList })),
    below: {
      '/:id': lazy(async () => ({ default: (await import('../sources/source.tsx')).SourcePage })),
    },
  },
  {
    key: 'clients',
    path: '/clients',
    scopes: ['clients:read'],
    Screen: lazy(async () => ({ default: (await import('../clients/client-list.tsx')).ClientList })),
  },
  {
    key: 'accounts',
    path: '/accounts',
    scopes: ['system:read'],
    Screen: lazy(async () => ({ default: (await import('../accounts/account-list.tsx')).AccountList })),
    below: {
      '/:id/sessions': lazy(async () => ({
        default: (await import('../sessions/account-sessions.tsx')).AccountSessions,
      })),
    },
  },
  {
    key: 'audit',
    path: '/audit',
    scopes: ['audit:read'],
    Screen: lazy(async () => ({ default: (await import('../audit/audit-log.tsx')).AuditLog })),
  },
  {
    key: 'privacy',
    path: '/privacy',
    scopes: ['people:export', 'people:erase', 'people:hold', 'audit:read'],
    Screen: lazy(async () => ({ default: (await import('../privacy/privacy.tsx')).Privacy })),
  },
  {
    key: 'trial',
    path: '/trial',
    scopes: ['faces:write'],
    Screen: lazy(async () => ({ default: (await import('../trial/trial.tsx')).Trial })),
  },
  {
    key: 'system',
    path: '/system',
    scopes: [],
    Screen: lazy(async () => ({ default: (await import('../system/system.tsx')).System })),
  },
  {
    key: 'sessions',
    path: '/sessions',
    scopes: [],
    isUnlisted: true,
    Screen: lazy(async () => ({ default: (await import('../sessions/own-sessions.tsx')).OwnSessions })),
  },
];
