/** Path of the token endpoint (RFC 6749, section 3.2). */
export const tokenPath = '/oauth2/token';
