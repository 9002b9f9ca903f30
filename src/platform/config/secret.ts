import { inspect } from 'node:util';

const redacted = '[redacted]';

/** A text that must not be seen: printing, logging or serialising it shows `[redacted]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
    Object.freeze(this);
  }

  /** The text itself. Called where it is used and nowhere else. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return redacted;
  }

  toJSON(): string {
    return redacted;
  }

  [inspect.custom](): string {
    return redacted;
  }
}
