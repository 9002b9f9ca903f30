import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * A resolver that knows one address only, whatever it is asked for and in either calling convention: a connection
 * goes to the address that was checked, although the name may lead elsewhere by now.
 */
export function pinTo({ address, family }: LookupAddress): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}
