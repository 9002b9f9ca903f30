const numericRoots = 100_000_000;

/**
 * A set of company roots and of establishments that stays small at the size of the country: head offices of
 * numeric companies are one bit each (12.5 MB for all there can be), everything else two 32-bit words in an open
 * table. Takes the characters where they stand, and makes no strings.
 */
export type CnpjKeySet = {
  /** True if the root was new. The eight characters must be `[0-9A-Z]`. */
  addRoot(bytes: Buffer, rootAt: number): boolean;
  hasRoot(bytes: Buffer, rootAt: number): boolean;
  /** True if the establishment was new: eight characters of root and four of branch. */
  addEstablishment(bytes: Buffer, rootAt: number, branchAt: number): boolean;
  hasEstablishment(bytes: Buffer, rootAt: number, branchAt: number): boolean;
};

export function createCnpjKeySet(): CnpjKeySet {
  // Pages that are never written cost no memory.
  const bits = new Uint8Array(numericRoots / 8);
  let highs = new Uint32Array(1024);
  let lows = new Uint32Array(1024);
  let size = 0;

  return {
    addRoot: (bytes, rootAt) => add(bytes, rootAt, undefined),
    hasRoot: (bytes, rootAt) => has(bytes, rootAt, undefined),
    addEstablishment: (bytes, rootAt, branchAt) => add(bytes, rootAt, branchAt),
    hasEstablishment: (bytes, rootAt, branchAt) => has(bytes, rootAt, branchAt),
  };

  function add(bytes: Buffer, rootAt: number, branchAt: number | undefined): boolean {
    const bit = findBit(bytes, rootAt, branchAt);
    if (bit >= 0) {
      const mask = 1 << (bit & 7);
      if ((bits[bit >> 3]! & mask) !== 0) return false;
      bits[bit >> 3]! |= mask;
      return true;
    }
    const [high, low] = pack(bytes, rootAt, branchAt);
    const slot = findSlot(high, low);
    if (highs[slot] !== 0 || lows[slot] !== 0) return false;
    highs[slot] = high;
    lows[slot] = low;
    size += 1;
    if (size * 2 > highs.length) grow();
    return true;
  }

  function has(bytes: Buffer, rootAt: number, branchAt: number | undefined): boolean {
    const bit = findBit(bytes, rootAt, branchAt);
    if (bit >= 0) return (bits[bit >> 3]! & (1 << (bit & 7))) !== 0;
    const [high, low] = pack(bytes, rootAt, branchAt);
    const slot = findSlot(high, low);
    return highs[slot] !== 0 || lows[slot] !== 0;
  }

  function grow(): void {
    const [oldHighs, oldLows] = [highs, lows];
    highs = new Uint32Array(oldHighs.length * 2);
    lows = new Uint32Array(oldLows.length * 2);
    for (let index = 0; index < oldHighs.length; index += 1) {
      const [high, low] = [oldHighs[index]!, oldLows[index]!];
      if (high === 0 && low === 0) continue;
      const slot = findSlot(high, low);
      highs[slot] = high;
      lows[slot] = low;
    }
  }

  function findSlot(high: number, low: number): number {
    const mask = highs.length - 1;
    const mixed = Math.imul(high ^ Math.imul(low, 0x85ebca6b), 0x9e3779b1);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    while ((highs[slot] !== high || lows[slot] !== low) && (highs[slot] !== 0 || lows[slot] !== 0)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}

/** The root's number when it has one and the branch, if any, is 0001; else -1. */
function findBit(bytes: Buffer, rootAt: number, branchAt: number | undefined): number {
  let root = 0;
  for (let at = rootAt; at < rootAt + 8; at += 1) {
    const digit = bytes[at]! - 0x30;
    if (digit < 0 || digit > 9) return -1;
    root = root * 10 + digit;
  }
  if (branchAt === undefined) return root;
  const isFirst =
    bytes[branchAt] === 0x30 &&
    bytes[branchAt + 1] === 0x30 &&
    bytes[branchAt + 2] === 0x30 &&
    bytes[branchAt + 3] === 0x31;
  return isFirst ? root : -1;
}

/** Twelve characters of thirty-six as two words, neither ever both zero because the branch counts from one. */
function pack(bytes: Buffer, rootAt: number, branchAt: number | undefined): [number, number] {
  let high = 0;
  let low = 0;
  for (let index = 0; index < 6; index += 1) high = high * 36 + digitOf(bytes[rootAt + index]!);
  for (let index = 6; index < 8; index += 1) low = low * 36 + digitOf(bytes[rootAt + index]!);
  for (let index = 0; index < 4; index += 1) {
    low = low * 36 + (branchAt === undefined ? (index === 3 ? 1 : 0) : digitOf(bytes[branchAt + index]!));
  }
  return [high, low];
}

function digitOf(byte: number): number {
  return byte < 0x41 ? byte - 0x30 : byte - 0x37;
}
