/** A company or a person of the graph. */
export type TreeNode = {
  readonly key: string;
  readonly kind: 'company' | 'person';
  readonly title: string;
  readonly note: string;
  readonly cnpj?: string | undefined;
};

/** A node with its place, counted in columns and rows. */
export type PlacedNode = TreeNode & { readonly column: number; readonly row: number };

/**
 * Places a tree from left to right: each node in the middle of those that it leads to, none over another. The nodes come
 * in the order of an outline, each before those that it leads to.
 */
export function layOut(root: TreeNode, childrenOf: Readonly<Record<string, readonly TreeNode[]>>) {
  const nodes: PlacedNode[] = [];
  const edges: { readonly from: PlacedNode; readonly to: PlacedNode }[] = [];
  let rows = 0;
  let columns = 0;
  const place = (node: TreeNode, column: number): PlacedNode => {
    columns = Math.max(columns, column + 1);
    const at = nodes.length;
    const placed = (childrenOf[node.key] ?? []).map((child) => place(child, column + 1));
    const [first, last] = [placed[0], placed.at(-1)];
    const row = first === undefined || last === undefined ? rows++ : (first.row + last.row) / 2;
    const here = { ...node, column, row };
    nodes.splice(at, 0, here);
    edges.push(...placed.map((to) => ({ from: here, to })));
    return here;
  };
  place(root, 0);
  return { nodes, edges, rows, columns };
}
