import type { components } from '../api/schema.ts';

export const outcomes = ['approve', 'reprove', 'request_documents', 'dismiss'] as const;
export type CaseOutcome = (typeof outcomes)[number];

export const caseStates = ['open', 'awaiting_confirmation', 'snoozed', 'decided'] as const;
export type CaseState = (typeof caseStates)[number];

export const caseKinds = [
  'execution_pending',
  'rule_review',
  'decision_standing',
  'list_hit',
  'similarity_band',
  'possible_duplicate',
  'liveness_failure',
  'capture_upload',
  'human_review',
  'manual',
] as const;

/** The reasons that fit each outcome, the likeliest first. */
export const reasonCodesOf = {
  approve: [
    'identity_confirmed',
    'documents_sufficient',
    'list_hit_other_person',
    'duplicate_other_person',
    'rule_overruled',
    'other',
  ],
  reprove: [
    'fraud_suspected',
    'data_mismatch',
    'list_hit_confirmed',
    'duplicate_confirmed',
    'photo_insufficient',
    'rule_overruled',
    'other',
  ],
  request_documents: ['documents_missing', 'photo_insufficient', 'data_mismatch', 'other'],
  dismiss: ['no_action_needed', 'list_hit_other_person', 'duplicate_other_person', 'other'],
} as const;

export type ReasonCode = (typeof reasonCodesOf)[CaseOutcome][number];

/** Something that a person has to look at. */
export type Case = components['schemas']['Case'];
/** A case with all that belongs to it. */
export type CaseFile = components['schemas']['CaseFile'];
export type CaseDecision = components['schemas']['CaseDecision'];
