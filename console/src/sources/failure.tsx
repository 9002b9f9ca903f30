import { useErrorWords } from '../error-words/use-error-words.ts';

/** Why an import failed: what its code means, and the code. */
export function Failure({ code }: { readonly code: string }) {
  const meaning = useErrorWords()(code)?.meaning;
  return (
    <>
      {meaning !== undefined && `${meaning} · `}
      <span className="number">{code}</span>
    </>
  );
}
