/** One cookie under the service's public address. */
export type Cookie = {
  /** The value in a Cookie header; undefined without one. Two of the name are '': somebody planted one. */
  read(cookies: string): string | undefined;
  /** The Set-Cookie header for a value. */
  set(value: string): string;
  /** The Set-Cookie header that removes it. */
  clear(): string;
};

export type Cookies = {
  readonly session: Cookie;
  /** A sign-in that is at the issuer. Sent when the issuer leads the browser back, which a strict cookie is not. */
  readonly flow: Cookie;
  /** True if the address is one where a session would travel in the clear to another machine. */
  readonly areInsecure: boolean;
};

const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/;

export function createCookies(baseUrl: string): Cookies {
  const { protocol, hostname } = new URL(baseUrl);
  return {
    session: createCookie(baseUrl, { name: 'confere_session' }),
    flow: createCookie(baseUrl, { name: 'confere_sign_in', sameSite: 'Lax', seconds: 600 }),
    areInsecure: protocol !== 'https:' && !loopback.test(hostname),
  };
}

/**
 * A cookie that scripts do not see. Under https its name begins with `__Host-`: no other host and no other scheme can
 * set it. Without seconds it ends with the browser.
 */
export function createCookie(
  baseUrl: string,
  options: { readonly name: string; readonly sameSite?: 'Strict' | 'Lax'; readonly seconds?: number },
): Cookie {
  const isHttps = baseUrl.startsWith('https:');
  const name = isHttps ? `__Host-${options.name}` : options.name;
  const attributes = `Path=/; HttpOnly; SameSite=${options.sameSite ?? 'Strict'}`;
  const secure = isHttps ? '; Secure' : '';
  const age = options.seconds === undefined ? '' : `; Max-Age=${options.seconds}`;
  return {
    read(cookies) {
      const values = cookies
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      return values.length === 1 ? values[0] : values.length === 0 ? undefined : '';
    },
    set: (value) => `${name}=${value}; ${attributes}${age}${secure}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0${secure}`,
  };
}
