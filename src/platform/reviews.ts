import type { Tx } from './db/index.ts';
import { type Contributions, defineExtensionPoint } from './extension-points.ts';

/** The occasions on which somebody should look. Kept as they are: they are stored. */
export const reviewKinds = [
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

export type ReviewKind = (typeof reviewKinds)[number];

/** An occasion on which somebody should look at a person or a company. */
export type Review = {
  readonly kind: ReviewKind;
  readonly subject: { readonly personId: string } | { readonly companyId: string };
  readonly attemptId?: string;
  readonly executionId?: string;
  /** Words of closed lists, names of rules; nothing personal. */
  readonly reasons: readonly string[];
  readonly at: Date;
};

/** Occasions that an execution gives no more, for what an earlier one of its template asked. */
export type GoneReviews = Pick<Review, 'subject' | 'at'> & {
  readonly kinds: readonly ReviewKind[];
  readonly executionId: string;
  readonly templateId: string;
};

/** Takes note of occasions that are gone, in the transaction of what found it. */
export type NoteGoneReviews = (tx: Tx, gone: GoneReviews) => Promise<void>;

/** Takes an occasion, in the transaction of what gave it: both stand or neither. */
export type RequestReview = (tx: Tx, review: Review) => Promise<void>;

/** The registered photos of somebody who may be the same person as another. */
export type LookAlike = {
  readonly personId: string;
  readonly photos: readonly { readonly imageId: string; readonly registeredAt: Date }[];
  /** That of their two most similar photos, 0.5 being the threshold; undefined where none can be compared. */
  readonly similarity: number | undefined;
};

/** The registered photos of the first person and of those beside it, in that order; the first has no similarity. */
export type FindLookAlikes = (personIds: readonly string[]) => Promise<readonly LookAlike[]>;

/** Whoever has photos of people. */
export const lookAlikesPoint = defineExtensionPoint<FindLookAlikes>('look-alikes');

/** Whoever opens something for people to decide. Without a contribution nobody looks. */
export const reviewPoint = defineExtensionPoint<RequestReview>('reviews');

/** Whoever tells people that what they should look at is gone. Without a contribution nobody is told. */
export const goneReviewsPoint = defineExtensionPoint<NoteGoneReviews>('gone reviews');

/** True while a case of a person or company that needs two people is not decided. */
export type AwaitsSecondPerson = (tx: Tx, subject: Review['subject']) => Promise<boolean>;

/** Whoever lets two people decide. Without a contribution nobody is waited for. */
export const secondPersonPoint = defineExtensionPoint<AwaitsSecondPerson>('second person');

/** Hands an occasion to everybody who takes them. Modules that open later are asked as well. */
export function createReviewRequest(context: Contributions): RequestReview {
  return async (tx, review) => {
    for (const take of context.contributions(reviewPoint)) await take(tx, review);
  };
}
