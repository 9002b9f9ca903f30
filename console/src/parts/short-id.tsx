/** An id where there is little room: its kind and its end, the whole of it for the pointer. */
export function ShortId({ id }: { readonly id: string }) {
  const [kind, rest = ''] = id.split('_', 2);
  return (
    <span className="number number-line" title={id}>
      {rest.length > 8 ? `${kind}_…${rest.slice(-8)}` : id}
    </span>
  );
}
