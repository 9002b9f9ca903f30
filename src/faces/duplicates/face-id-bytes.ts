/** The 16 bytes that the 32 hexadecimal digits of a face's id are. */
export function idBytes(id: string): Uint8Array {
  return Buffer.from(id.slice(4), 'hex');
}

/** The id that `idBytes` was given. */
export function idText(id: Uint8Array): string {
  return `fac_${Buffer.from(id).toString('hex')}`;
}
