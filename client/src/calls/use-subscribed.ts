import { useConnection } from '../machines/connection/index.ts'

/** Whether the connection reports changes to this account as they happen. */
export const useIsSubscribed = (): boolean =>
  useConnection((it) => it.hasTag('connected') && it.context.identityToken !== null)
