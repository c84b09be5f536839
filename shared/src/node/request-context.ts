import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<string | undefined>()

/** What an id of a request that comes from elsewhere must look like to be taken over. */
export const requestIdPattern = /^[\w-]{1,64}$/

/** Runs `run` within the request `id`: what it does, also later and asynchronously, knows whose work it is. */
export const withRequestId = <T>(id: string, run: () => T): T => requests.run(id, run)

/** The request within which this code runs; undefined outside of any. */
export const currentRequestId = (): string | undefined => requests.getStore()

/** Runs `run` within no request: for what goes on when the request it began in is long over. */
export const withoutRequestId = <T>(run: () => T): T => requests.run(undefined, run)

/** `run` as a part of the request within which this is called, whoever runs it, and when. */
export const inThisRequest = <A extends unknown[], T>(run: (...args: A) => T): ((...args: A) => T) => {
  const id = currentRequestId()
  return (...args) => requests.run(id, () => run(...args))
}
