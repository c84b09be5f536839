import { Orders } from './Orders.tsx'

/** Money that players say they paid in. */
export const Page = () => <Orders kind="deposit" />
