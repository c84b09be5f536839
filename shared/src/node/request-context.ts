import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './traces.ts'

/** What a piece of work belongs to: a request, a span of a trace, or both. */
export type Origin = { readonly requestId?: string | undefined; readonly span?: Span | undefined }

const origins = new AsyncLocalStorage<Origin | undefined>()

/** What an id of a request that comes from elsewhere must look like to be taken over. */
export const requestIdPattern = /^[\w-]{1,64}$/

export const currentOrigin = (): Origin | undefined => origins.getStore()

export const currentRequestId = (): string | undefined => origins.getStore()?.requestId

/**
 * Runs `run` within `origin`: what it does, also later and asynchronously, knows whose work it is. Without one it belongs
 * to nothing, as what goes on when the request it began in is long over.
 */
export const within = <T>(origin: Origin | undefined, run: () => T): T => {
  const current = origins.getStore()
  return origin?.requestId === current?.requestId && origin?.span === current?.span
    ? run()
    : origins.run(origin, run)
}

/** Runs `run` within the request `id` and no trace; within nothing without an id. */
export const withRequestId = <T>(id: string | undefined, run: () => T): T =>
  within(id === undefined ? undefined : { requestId: id }, run)
