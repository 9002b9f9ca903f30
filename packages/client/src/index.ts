export { type Confere, type ConfereOptions, createConfere } from './create-confere.ts';
export type { Credentials, KeyCredentials, SecretCredentials, TokenCredentials } from './credentials.ts';
export type { ErrorCode } from './error-codes.ts';
export {
  ApiError,
  ConfereError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  TokenRequestError,
  TooLargeError,
  UnauthenticatedError,
  UnavailableError,
  type VerificationCode,
  VerificationError,
} from './errors.ts';
export type { ConfereEvent, FollowOptions } from './follow-events.ts';
export type { KeySet, PublicKey } from './key-set.ts';
export type { components, operations, paths } from './openapi.ts';
export { type Photo, photoAddress } from './read-photo.ts';
export type { Token, TokenWish } from './tokens.ts';
export type { Answer, AnswerOf, CallOptions, InputOf, ListId, OperationId } from './types.ts';
export {
  type AnswerToVerify,
  type AnswerTrust,
  type VerifiedAnswer,
  verifySignedAnswer,
} from './verify-signed-answer.ts';
export {
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookTrust,
} from './verify-webhook.ts';
