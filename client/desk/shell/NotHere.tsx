import { Empty } from '../ui/Empty.tsx'

/** For an address that is no page, or none that one's role may see. */
export const NotHere = () => <Empty>There is no such page, or your role has no access to it.</Empty>
