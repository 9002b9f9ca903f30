/** The claim that says whether a token is of a live service or of a sandbox. */
export const environmentClaim = 'environment';

/** Clocks may differ by so much where a token says from when on it counts. Whether it has expired is told strictly. */
export const clockToleranceSeconds = 60;

/** The claim that binds a token to one person. */
export const peopleIdClaim = 'peopleId';
