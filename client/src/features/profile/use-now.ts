import { useServerNow } from '../../machines/connection/index.ts'

const everyMs = 30_000

/** The server's time in milliseconds since 1970, moving on while it is shown. */
export const useNow = (): number => useServerNow(everyMs)
