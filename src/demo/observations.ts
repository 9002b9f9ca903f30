/** The result of one comparison of a photo with the registered face. */
export type Comparison = {
  /** Whose photo was sent, in words. */
  readonly photo: string;
  readonly isSameWoman: boolean;
  readonly durationMs: number;
  /** Of `POST /faces/authenticate`. */
  readonly status: number;
  readonly isMatch: unknown;
  readonly attemptId: string | null;
  /** Of the attempt read back; its data are undefined when it could not be. */
  readonly attemptStatus: number;
  readonly attempt: AttemptData | undefined;
};

/** The fields of an attempt the demonstration looks at, as the service answers them. */
export type AttemptData = {
  readonly id: string;
  readonly peopleId: string;
  readonly executionOriginId: string;
  readonly registeredImageUrl: string;
  readonly receivedImageUrl: string;
  readonly faceMatch: { readonly similarity: number; readonly isFaceMatch: boolean };
  readonly liveness: { readonly probability: number; readonly isAlive: boolean };
  readonly isMatch: boolean;
};

export type Refusal = {
  readonly what: string;
  readonly expectedStatus: number;
  readonly expectedCode: string;
  readonly status: number;
  readonly code: unknown;
};

/** One image opened through the link of an attempt. */
export type OpenedImage = {
  readonly which: 'registered' | 'received';
  readonly status: number;
  readonly contentType: string | null;
  /** The result of decoding the whole image; undefined when it cannot be decoded. */
  readonly decoded:
    | { readonly format: string; readonly widthPx: number; readonly heightPx: number }
    | undefined;
  /** SHA-256 of the file, in hexadecimal digits. */
  readonly sha256: string;
  readonly sentSha256: string;
};

/** A signed answer and what its signature has to say. */
export type SignedAnswer = {
  readonly status: number;
  /** Why the signature does not hold with the published keys; undefined when it does. */
  readonly refusedBecause: string | undefined;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Key ids of the published set. */
  readonly publishedKids: readonly string[];
  /** The expected claims, from the answer itself and from the request. */
  readonly facts: {
    readonly iss: string;
    readonly aud: string;
    readonly jti: unknown;
    readonly attemptId: string | null;
    readonly peopleId: string;
    readonly isMatch: unknown;
    readonly digest: string;
    /** `live`: an answer of the sandbox says so and proves nothing. */
    readonly environment: string;
    /** Unix seconds when the answer came. */
    readonly receivedAt: number;
  };
  /** True if the service refuses the same signature with the opposite verdict. */
  readonly isAlteredRefused: boolean;
};

/** A liveness session, and the authentication that was tried with it. */
export type PerformedSession = {
  /** The thing before the camera, in words. */
  readonly camera: string;
  /** The movements that the service asked for. */
  readonly steps: readonly string[];
  readonly frames: number;
  /** From the first step to the verdict. */
  readonly durationMs: number;
  readonly state: string;
  readonly verdict:
    | { readonly probability: number; readonly isAlive: boolean; readonly engine: string }
    | undefined;
  readonly reasons: readonly string[] | undefined;
  readonly use: { readonly status: number; readonly isMatch: unknown; readonly code: unknown };
  /** Undefined when there is none. */
  readonly attempt: AttemptData | undefined;
};

/** Everything the demonstration saw; `checkObservations` compares it with what it has to be. */
export type DemoObservations = {
  readonly registration: { readonly status: number; readonly references: unknown };
  readonly comparisons: readonly Comparison[];
  readonly refusals: readonly Refusal[];
  readonly images: readonly OpenedImage[];
  readonly signedAnswer: SignedAnswer;
  /** A drawn head that follows the steps, then a photo that is turned. */
  readonly sessions: readonly PerformedSession[];
};
