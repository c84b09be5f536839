import fc from 'fast-check'

/** Deposits and withdrawals in the plainest way: what they should leave of a player's coins. For the tests. */

/** Whose order it is. Two players have one of each kind in a history, so that it is often asked for and ended again. */
const order = { who: fc.integer({ min: 0, max: 1 }) }

/** Weighted so that most orders come to an end, and some are to end once more. A deposit ends as it is placed. */
export const orderOperations = (amounts: { some: fc.Arbitrary<bigint>; enough: fc.Arbitrary<bigint> }) =>
  [
    {
      weight: 2,
      arbitrary: fc.record({ type: fc.constant('deposit'), ...order, amount: amounts.enough }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('credit again'), ...order }) },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('withdraw'),
        ...order,
        amount: amounts.some,
        fee: fc.bigInt({ min: 0n, max: 1n }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ type: fc.constant('pay out'), ...order }) },
    { weight: 3, arbitrary: fc.record({ type: fc.constant('reject'), ...order }) },
  ] as const
export type OrderOperation =
  ReturnType<typeof orderOperations>[number]['arbitrary'] extends fc.Arbitrary<infer T> ? T : never

export const isOrderOperation = (op: { type: string }): op is OrderOperation =>
  ['deposit', 'credit again', 'withdraw', 'pay out', 'reject'].includes(op.type)

/** Orders by kind and player. */
export type ModelOrders = Map<string, { amount: bigint; hasEnded: boolean }>

/** Which of a player's orders an operation is about. */
export const orderNameOf = ({ type, who }: OrderOperation): string =>
  `${type === 'deposit' || type === 'credit again' ? 'deposit' : 'withdrawal'}/${who}`

/** Does the operation in the model, whose coins `purse` is of, and says how it should end in the database. */
export const predictOrder = (
  orders: ModelOrders,
  purse: { posted: bigint; held: bigint },
  op: OrderOperation,
) => {
  const name = orderNameOf(op)
  const earlier = orders.get(name)
  if (op.type === 'deposit' || op.type === 'withdraw') {
    if (earlier) return 'unchanged'
    if (op.type === 'deposit') purse.posted += op.amount
    else if (purse.posted - purse.held < op.amount) return 'refused'
    else purse.held += op.amount
    orders.set(name, { amount: op.amount, hasEnded: op.type === 'deposit' })
    return 'done'
  }
  if (!earlier) return 'skipped'
  if (earlier.hasEnded) return 'threw'
  earlier.hasEnded = true
  purse.held -= earlier.amount
  if (op.type === 'pay out') purse.posted -= earlier.amount
  return 'done'
}
