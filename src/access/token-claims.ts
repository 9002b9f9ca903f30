/** The claim that says whether a token is of a live service or of a sandbox. */
export const environmentClaim = 'environment';

/** The claim that binds a token to one person. */
export const peopleIdClaim = 'peopleId';
