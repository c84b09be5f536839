import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<string>()

/** Runs `run` within the request `id`: what it does, also later and asynchronously, knows whose work it is. */
export const withRequestId = <T>(id: string, run: () => T): T => requests.run(id, run)

/** The request within which this code runs; undefined outside of any. */
export const currentRequestId = (): string | undefined => requests.getStore()
