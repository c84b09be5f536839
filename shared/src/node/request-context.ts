import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<string | undefined>()

/** What an id of a request that comes from elsewhere must look like to be taken over. */
export const requestIdPattern = /^[\w-]{1,64}$/

export const currentRequestId = (): string | undefined => requests.getStore()

/**
 * Runs `run` within the request `id`: what it does, also later and asynchronously, knows whose work it is. Without an id
 * it runs within no request, as what goes on when the one it began in is long over.
 */
export const withRequestId = <T>(id: string | undefined, run: () => T): T =>
  id === currentRequestId() ? run() : requests.run(id, run)
