import { useHeard } from '../live.ts'
import { reread } from '../queries.ts'

/** What the server says has changed is read again wherever it is shown. */
export const useLiveRereads = (): void => {
  useHeard('orders', () => reread('/api/desk/orders'))
  useHeard('reports', () => reread('/api/desk/reports'))
  useHeard('flags', () => reread('/api/desk/flags', '/api/desk/orders'))
  useHeard('catalogue', () => reread('/api/desk/proposals', '/api/desk/channels', '/api/desk/currencies'))
  useHeard('conversation', () => reread('/api/desk/conversations'))
}
