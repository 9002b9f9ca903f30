import { type FormEvent, useState } from 'react';
import { useSession } from '../session/session.ts';

/** The values that screens keep, by the account, the entry of the browser's history, and a name. */
const kept = new Map<string, unknown>();

/** State that the way back to an entry of the browser's history finds again. It stands in no address. */
export function useEntryState<Value>(name: string, first: Value): [Value, (next: Value) => void] {
  const { account } = useSession();
  const place = () => `${account.id} ${history.state} ${name}`;
  const [value, setValue] = useState(() => (kept.get(place()) as Value | undefined) ?? first);
  const keep = (next: Value) => {
    // A way to another screen begins an entry without a state.
    if (history.state === null) history.replaceState(Math.random(), '');
    kept.set(place(), next);
    setValue(next);
  };
  return [value, keep];
}

/** The texts of a form of criteria by the names of its fields, as they were last submitted, kept as above. */
export function useTypedCriteria(name: string) {
  const [typed, setTyped] = useEntryState<Readonly<Record<string, string>>>(name, {});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)];
    setTyped(Object.fromEntries(fields.map(([field, text]) => [field, `${text}`])));
  };
  return { typed, submit };
}
