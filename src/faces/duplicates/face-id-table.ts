const empty = -1;
const idBytes = 16;

/**
 * Which slot a face has, by its id's 16 bytes: open addressing over one array of slots, so that a million ids take
 * some megabytes instead of the hundreds that a `Map` of texts takes.
 */
export class FaceIdTable {
  #ids = new Uint8Array(idBytes * 1024);
  #slots = new Int32Array(2048).fill(empty);
  size = 0;

  find(id: Uint8Array): number | undefined {
    const slot = this.#slots[this.#placeOf(id)] as number;
    return slot === empty ? undefined : slot;
  }

  idAt(slot: number): Uint8Array {
    return this.#ids.subarray(slot * idBytes, (slot + 1) * idBytes);
  }

  /** Gives the id the next slot. It must not have one. */
  add(id: Uint8Array): number {
    const slot = this.size;
    if (2 * (slot + 1) > this.#slots.length) this.#grow();
    this.#ids.set(id, slot * idBytes);
    this.#slots[this.#placeOf(id)] = slot;
    this.size += 1;
    return slot;
  }

  /** Takes an id out. The last slot's id gets its slot: gives both, for the caller to move what belongs to it. */
  remove(id: Uint8Array): { readonly slot: number; readonly last: number } | undefined {
    const place = this.#placeOf(id);
    const slot = this.#slots[place] as number;
    if (slot === empty) return undefined;
    this.#vacate(place);
    const last = this.size - 1;
    if (slot !== last) {
      const moved = this.idAt(last).slice();
      this.#slots[this.#placeOf(moved)] = slot;
      this.#ids.set(moved, slot * idBytes);
    }
    this.size = last;
    return { slot, last };
  }

  /** Closes the gap, so that nothing behind it becomes unreachable (Knuth, volume 3, 6.4, algorithm R). */
  #vacate(place: number): void {
    const mask = this.#slots.length - 1;
    let hole = place;
    for (let next = (hole + 1) & mask; ; next = (next + 1) & mask) {
      const slot = this.#slots[next] as number;
      if (slot === empty) break;
      const home = hashOf(this.idAt(slot)) & mask;
      if (((next - home) & mask) < ((next - hole) & mask)) continue;
      this.#slots[hole] = slot;
      hole = next;
    }
    this.#slots[hole] = empty;
  }

  /** Where the id is, or where it would go. */
  #placeOf(id: Uint8Array): number {
    const mask = this.#slots.length - 1;
    for (let place = hashOf(id) & mask; ; place = (place + 1) & mask) {
      const slot = this.#slots[place] as number;
      if (slot === empty || isSame(this.idAt(slot), id)) return place;
    }
  }

  #grow(): void {
    const ids = new Uint8Array(2 * this.#ids.length);
    ids.set(this.#ids);
    this.#ids = ids;
    this.#slots = new Int32Array(2 * this.#slots.length).fill(empty);
    for (let slot = 0; slot < this.size; slot++) this.#slots[this.#placeOf(this.idAt(slot))] = slot;
  }
}

/** The last bytes of a UUIDv7 are random. */
function hashOf(id: Uint8Array): number {
  return (
    (id[12] as number) |
    ((id[13] as number) << 8) |
    ((id[14] as number) << 16) |
    (((id[15] as number) & 0x7f) << 24)
  );
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < idBytes; i++) if (a[i] !== b[i]) return false;
  return true;
}
