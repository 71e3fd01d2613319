/** The direction of a sort, in SQL. */
export type SortDirection = 'asc' | 'desc';

/**
 * Defines a list's statement for each order and direction, so that each is planned for its own sort. Returns a function
 * that finds the one that a request asks for.
 */
export function defineStatementPerOrder<Order extends string, Defined>(
  orders: readonly Order[],
  define: (order: Order, way: SortDirection) => Defined,
) {
  const defined = new Map(
    orders.map((order) => [order, { asc: define(order, 'asc'), desc: define(order, 'desc') }] as const),
  );
  return ({ order, descending }: { order: Order; descending: boolean }): Defined => {
    const ways = defined.get(order);
    if (!ways) throw new Error(`No statement lists by ${order}.`);
    return ways[descending ? 'desc' : 'asc'];
  };
}
