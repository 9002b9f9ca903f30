/**
 * Variables of earlier versions and what to do without each. One that is still set stops the start: its value has no
 * effect any more, and an operator who relies on it has to know.
 */
export const removedSettings: Readonly<Record<string, string>> = {
  CAPTURE_LIFETIME_SECONDS: fixedAt('600 seconds'),
  COMPANY_SEARCH_MAX_RESULTS: fixedAt('100 companies'),
  COMPANY_SEARCH_TIMEOUT_MS: fixedAt('5,000 ms'),
  EXECUTION_MAX_RETRY_DELAY_MS: fixedAt('an hour'),
  EXECUTION_RUN_TIMEOUT_SECONDS: fixedAt('300 seconds'),
  FACE_MIN_EYE_DISTANCE_PX: fixedAt('22 pixels'),
  FACE_MIN_SHARPNESS: fixedAt('8'),
  FACE_PROMINENCE_RATIO: fixedAt('0.5'),
  FACE_REFERENCE_MAX_OVEREXPOSED_SHARE: fixedAt('0.4'),
  FACE_REFERENCE_MAX_PITCH_DEGREES: fixedAt('38 degrees'),
  FACE_REFERENCE_MAX_YAW_DEGREES: fixedAt('38 degrees'),
  FACE_REFERENCE_MIN_BRIGHTNESS: fixedAt('30'),
  FACE_REFERENCE_MIN_DYNAMIC_RANGE_BITS: fixedAt('4.5'),
  FACE_REFERENCE_MIN_EYES_VISIBILITY: fixedAt('0.05'),
  FACE_REFERENCE_MIN_EYE_DISTANCE_PX: fixedAt('28 pixels'),
  FACE_REFERENCE_MIN_INSIDE_SHARE: fixedAt('0.9'),
  FACE_REFERENCE_MIN_MOUTH_VISIBILITY: fixedAt('0.02'),
  FACE_REFERENCE_MIN_SHARPNESS: fixedAt('15'),
  FACE_SEARCH_TIMEOUT_MS: fixedAt('3,000 ms'),
  IMAGE_FETCH_MAX_REDIRECTS: fixedAt('3 redirects'),
  MAX_HEADER_BYTES: fixedAt('16,384 bytes'),
  OIDC_KEY_REFRESH_SECONDS: fixedAt('300 seconds'),
  PEOPLE_IMPORT_MAX_ROW_BYTES: fixedAt('65,536 bytes'),
  PEOPLE_IMPORT_QUARANTINE_ROWS: fixedAt('10,000 rows'),
  PEOPLE_LIST_MAX_SHRINK: replacedBy(
    '`confere sources import --force`, which takes a list however much it shrank',
  ),
  PROFILE_SHOWN_EXECUTIONS: fixedAt('100 executions'),
  REGISTRY_DOWNLOAD_ATTEMPTS: fixedAt('10 attempts'),
  REGISTRY_DOWNLOAD_STALL_TIMEOUT_MS: fixedAt('30,000 ms'),
  REGISTRY_DOWNLOAD_STREAMS: fixedAt('4 archives'),
  REGISTRY_MAX_DUPLICATES: replacedBy('`confere registry import --force`'),
  REGISTRY_MAX_ORPHAN_CODES: replacedBy('`confere registry import --force`'),
  REGISTRY_MAX_QUARANTINED: replacedBy('`confere registry import --force`'),
  REGISTRY_MAX_REPLACED_CHARACTERS: replacedBy('`confere registry import --force`'),
  REGISTRY_MAX_ROW_COUNT_DIFFERENCE: replacedBy('`confere registry import --force`'),
  REGISTRY_MAX_SHORT_PARTNER_DOCUMENTS: replacedBy('`confere registry import --force`'),
  REGISTRY_QUARANTINE_ROWS_PER_FILE: fixedAt('10,000 rows'),
  SOURCE_BREAKER_FAILURES: replacedBy('`circuit.failures` of each provider in `SOURCE_PROVIDERS_FILE`'),
  SOURCE_BREAKER_PAUSE_MS: replacedBy('`circuit.pauseMs` of each provider in `SOURCE_PROVIDERS_FILE`'),
  SOURCE_RETRIES: replacedBy('`retries` of each provider in `SOURCE_PROVIDERS_FILE`'),
  SOURCE_RETRY_DELAY_MS: replacedBy('`retryDelayMs` of each provider in `SOURCE_PROVIDERS_FILE`'),
};

function fixedAt(value: string): string {
  return `this setting is gone: the limit is ${value} now. Remove the variable.`;
}

function replacedBy(successor: string): string {
  return `this setting is gone: use ${successor}. Remove the variable.`;
}
