import { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import type { Dispatcher } from 'undici'
import { currentCall } from './calls.ts'
import type { Upstream, Upstreams } from './upstreams.ts'

type Options<T> = Dispatcher.RequestOptions<T>
type Answer<T> = Dispatcher.ResponseData<T>

/**
 * Outcomes of an attempt without an answer. `gone` was abandoned because other platforms can answer; `left` because
 * the caller went away.
 */
type Failure = 'unreachable' | 'reset' | 'late' | 'gone' | 'left'

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

/** Whether a connection was not even made, so that nothing can have been sent over it. */
const isUnreachable = (error: unknown): boolean => {
  if (hasCode(error, 'UND_ERR_CONNECT_TIMEOUT')) return true
  // All addresses of one name were tried.
  if (error instanceof AggregateError) return error.errors.every(isUnreachable)
  const syscall = error instanceof Error && 'syscall' in error ? error.syscall : null
  return syscall === 'connect' || syscall === 'getaddrinfo'
}

/** Whether a second attempt is safe, whatever happened to the first. */
const isSafe = (method: string) => method === 'GET' || method === 'HEAD'

/**
 * A body for one attempt. It reads the call's own body only once connected, and leaves it untouched if dropped
 * before.
 */
const bodyFor = (body: Options<unknown>['body']) =>
  body instanceof Readable
    ? Readable.from(body.iterator({ destroyOnReturn: false }), { objectMode: false })
    : (body ?? null)

/**
 * Sends a call to one platform, and to another where that is safe: any call that could not be sent, and a read whose
 * answer was lost. Nothing else is sent twice.
 */
export const upstreamRequest = ({
  agent,
  choose,
  noteDown,
  calls,
}: Upstreams): { request: Dispatcher['request'] } => {
  const attempt = async <T>(upstream: Upstream, options: Options<T>) => {
    const { origin } = upstream
    const { method, body } = options
    const left = currentCall()?.left
    const given = new AbortController()
    const abandon = () => given.abort()
    if (isSafe(method)) upstream.abandon.add(abandon)
    upstream.waiting++
    const failureOf = (error: unknown): Failure => {
      if (left?.aborted) return 'left'
      if (given.signal.aborted) return 'gone'
      if (isUnreachable(error)) return 'unreachable'
      if (body instanceof Readable && body.errored) return 'left'
      return hasCode(error, 'UND_ERR_HEADERS_TIMEOUT') ? 'late' : 'reset'
    }
    try {
      const answer = await agent.request<T>({
        ...options,
        origin,
        body: bodyFor(body),
        signal: left ? AbortSignal.any([given.signal, left]) : given.signal,
      })
      // The proxy drops the answer to a caller who left, and that stream's errors with it.
      answer.body.on('error', () => {})
      calls.inc({ upstream: origin, outcome: 'answered' })
      return { answer }
    } catch (error) {
      const failure = failureOf(error)
      calls.inc({ upstream: origin, outcome: failure })
      if (failure === 'unreachable') noteDown(upstream)
      const mayRepeat =
        failure === 'unreachable' || (failure !== 'late' && failure !== 'left' && isSafe(method))
      const failed = new Error(`a platform brought no answer: ${failure}`, { cause: error })
      // The code by which the proxy recognizes a timeout.
      const code = failure === 'late' ? 'UND_ERR_HEADERS_TIMEOUT' : 'UND_ERR_SOCKET'
      return { failed: Object.assign(failed, { code, upstream: origin }), mayRepeat }
    } finally {
      upstream.waiting--
      upstream.abandon.delete(abandon)
    }
  }

  const send = async <T>(options: Options<T>): Promise<Answer<T>> => {
    const tried = new Set<Upstream>()
    let failed: Error = new Error('there is no platform to ask')
    for (let upstream = choose(tried); upstream; upstream = choose(tried)) {
      tried.add(upstream)
      const attempted = await attempt(upstream, options)
      if (attempted.answer) return attempted.answer
      failed = attempted.failed
      if (!attempted.mayRepeat) break
    }
    throw failed
  }

  function request<T = null>(options: Options<T>): Promise<Answer<T>>
  function request<T = null>(
    options: Options<T>,
    callback: (error: Error | null, answer: Answer<T>) => void,
  ): void
  function request<T>(options: Options<T>, callback?: (error: Error | null, answer: Answer<T>) => void) {
    if (!callback) return send(options)
    return void callbackify(() => send(options))(callback)
  }
  return { request }
}
