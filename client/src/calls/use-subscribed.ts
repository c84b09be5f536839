import { useConnection } from '../machines/connection/index.ts'

/** Whether the connection tells of what becomes of this account, as it happens. */
export const useIsSubscribed = (): boolean =>
  useConnection((it) => it.hasTag('connected') && it.context.identityToken !== null)
