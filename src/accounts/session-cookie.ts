/** The cookie of a session under the service's public address. */
export type SessionCookie = {
  /** The value of the cookie in a Cookie header; undefined without one. Two of them are none: somebody planted one. */
  read(cookies: string): string | undefined;
  /** The Set-Cookie header for a session's secret. */
  set(secret: string): string;
  /** The Set-Cookie header that removes it. */
  clear(): string;
  /** True if the address is one where a session would travel in the clear to another machine. */
  readonly isInsecure: boolean;
};

const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/;

/** Under https the name begins with `__Host-`: no other host and no other scheme can set it. */
export function createSessionCookie(baseUrl: string): SessionCookie {
  const { protocol, hostname } = new URL(baseUrl);
  const isHttps = protocol === 'https:';
  const name = isHttps ? '__Host-confere_session' : 'confere_session';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`;
  return {
    read(cookies) {
      const values = cookies
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      return values.length === 1 ? values[0] : values.length === 0 ? undefined : '';
    },
    set: (secret) => `${name}=${secret}; ${attributes}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
    isInsecure: !isHttps && !loopback.test(hostname),
  };
}
