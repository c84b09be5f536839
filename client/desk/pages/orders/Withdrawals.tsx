import { Orders } from './Orders.tsx'

/** Coins that players want paid out. */
export const Page = () => <Orders kind="withdrawal" />
