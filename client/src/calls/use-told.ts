import { useConnection } from '../machines/connection/index.ts'

/** Whether the connection tells of what becomes of this account, as it happens. */
export const useIsTold = (): boolean =>
  useConnection((it) => it.hasTag('connected') && it.context.identityToken !== null)
