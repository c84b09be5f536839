import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { callError } from '../lib/call-error.ts'
import type { HttpRequest } from '../lib/http.ts'
import { createBearerCall, type Send } from './bearer-call.ts'
import { createTokenRenewal, type TokenStore } from './renew-token.ts'
import { pageLock } from './tab-lock.ts'

const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/** A browser's token store, shared by the pages made on it. */
const storage = (token: string | null, owner: string | null = 'mai') => ({
  token,
  owner,
  rejected: [] as string[],
  lock: pageLock(),
  marked: new Set<string>(),
  /** What another tab has stored and this one sees later. */
  arriving: null as string | null,
})
type Storage = ReturnType<typeof storage>

/** How the server takes a token, and the next one it gives for it. */
type Server = {
  /** What each token is answered with: nothing is a success. */
  refuses: Record<string, number>
  /** The answer to a refresh: a token, or the code it is refused with, or no answer. */
  refresh(token: string): Promise<string>
  /** Runs when a call has arrived and is not yet answered. */
  onCall(): void
}

const page = (kept: Storage, over: Partial<Server> = {}) => {
  const server: Server = {
    refuses: {},
    refresh: async (token) => `${token}+`,
    onCall: () => undefined,
    ...over,
  }
  const calls: (string | null)[] = []
  const refreshes: string[] = []
  const store: TokenStore = {
    token: () => kept.token,
    owner: () => kept.owner,
    changed: async () => {
      kept.token = kept.arriving
    },
    renewed: (token) => {
      kept.token = token
    },
    rejected: (why, text) => {
      kept.rejected.push(text === undefined ? why : `${why}: ${text}`)
      kept.token = null
      kept.owner = null
    },
  }
  const send = async (_request: HttpRequest, schema: z.ZodType, token: string | null) => {
    calls.push(token)
    server.onCall()
    await settle()
    const code = server.refuses[token ?? '']
    if (code !== undefined) throw callError(code, 'refused')
    return schema.parse(`done with ${token}`)
  }
  const renew = createTokenRenewal({
    store,
    lock: kept.lock,
    marks: {
      mark: async (name) => void kept.marked.add(name),
      isMarked: async (name) => kept.marked.has(name),
    },
    refresh: (token) => {
      refreshes.push(token)
      return server.refresh(token)
    },
  })
  const call = createBearerCall({ store, send: send as Send, renew })
  const run = () =>
    call({ method: 'GET', url: '/thing' }, z.string()).then(
      (done) => done,
      (error: { code: number }) => error.code,
    )
  return { run, calls, refreshes, server }
}

describe('a call', () => {
  test.each(['a1', null])('is made with the token in store: %s', async (token) => {
    const { run, calls, refreshes } = page(storage(token))
    expect(await run()).toBe(`done with ${token}`)
    expect([calls, refreshes]).toEqual([[token], []])
  })

  test.each([1001, 1102, 1203, 1429, 1500, 4242])('refused with %d is not tried again', async (code) => {
    const kept = storage('a1')
    const { run, calls, refreshes } = page(kept, { refuses: { a1: code } })
    expect(await run()).toBe(code)
    expect([calls, refreshes, kept]).toMatchObject([['a1'], [], { token: 'a1', rejected: [] }])
  })
})

describe('a call with a token that is worth nothing any more', () => {
  test.each([1501, 1502])('(%d) gets the next one once and is tried once more', async (code) => {
    const kept = storage('a1')
    const { run, calls, refreshes } = page(kept, { refuses: { a1: code } })
    expect(await run()).toBe('done with a1+')
    expect([calls, refreshes, kept.token]).toEqual([['a1', 'a1+'], ['a1'], 'a1+'])
    expect(kept.rejected).toEqual([])
  })

  test('among several at once shares one refresh with them', async () => {
    const kept = storage('a1')
    const { run, calls, refreshes } = page(kept, { refuses: { a1: 1502 } })
    expect(await Promise.all([run(), run(), run()])).toEqual(Array(3).fill('done with a1+'))
    expect(refreshes).toEqual(['a1'])
    expect(calls).toEqual(['a1', 'a1', 'a1', 'a1+', 'a1+', 'a1+'])
  })

  test('in two tabs that race is renewed by one of them alone', async () => {
    const kept = storage('a1')
    const [first, second] = [page(kept, { refuses: { a1: 1502 } }), page(kept, { refuses: { a1: 1502 } })]
    expect(await Promise.all([first.run(), second.run()])).toEqual(['done with a1+', 'done with a1+'])
    expect([...first.refreshes, ...second.refreshes]).toEqual(['a1'])
  })

  test('waits for the token that another tab has fetched and storage does not show yet', async () => {
    const kept = storage('a1')
    kept.marked.add('renewed a1')
    kept.arriving = 'a2'
    const { run, calls, refreshes } = page(kept, { refuses: { a1: 1502 } })
    expect(await run()).toBe('done with a2')
    expect([calls, refreshes]).toEqual([['a1', 'a2'], []])
  })

  test('is renewed all the same when that token never arrives', async () => {
    const kept = storage('a1')
    kept.marked.add('renewed a1')
    kept.arriving = 'a1'
    const { run, refreshes } = page(kept, { refuses: { a1: 1502 } })
    expect(await run()).toBe('done with a1+')
    expect(refreshes).toEqual(['a1'])
  })

  test('marks it as renewed for the other tabs', async () => {
    const kept = storage('a1')
    await page(kept, { refuses: { a1: 1502 } }).run()
    expect([...kept.marked]).toEqual(['renewed a1'])
  })

  test('uses the token that another tab has fetched in the meantime', async () => {
    const kept = storage('a1')
    const { run, calls, refreshes } = page(kept, {
      refuses: { a1: 1502 },
      onCall: () => {
        kept.token = 'a2'
      },
    })
    expect(await run()).toBe('done with a2')
    expect([calls, refreshes]).toEqual([['a1', 'a2'], []])
  })

  test('is tried at most once more', async () => {
    const kept = storage('a1')
    const { run, calls, refreshes } = page(kept, { refuses: { a1: 1502, 'a1+': 1502 } })
    expect(await run()).toBe(1502)
    expect([calls, refreshes]).toEqual([['a1', 'a1+'], ['a1']])
    expect(kept).toMatchObject({ token: null, rejected: ['expired'] })
  })

  test.each([1501, 1502, 1401, 1403])(
    'ends the session when the refresh is refused with %d',
    async (code) => {
      const kept = storage('a1')
      const { run, calls } = page(kept, {
        refuses: { a1: 1501 },
        refresh: () => Promise.reject(callError(code, 'no')),
      })
      expect(await Promise.all([run(), run()])).toEqual([1501, 1501])
      expect(calls).toEqual(['a1', 'a1'])
      expect(kept).toMatchObject({ token: null, rejected: ['expired'] })
    },
  )

  test('ends the session of a blocked account with what its owner hears', async () => {
    const kept = storage('a1')
    const data = { notice: 'account-blocked', text: 'Please write to us' }
    const { run } = page(kept, {
      refuses: { a1: 1501 },
      refresh: () => Promise.reject(callError(1403, 'no', { data })),
    })
    expect(await run()).toBe(1501)
    expect(kept).toMatchObject({ token: null, rejected: ['blocked: Please write to us'] })
  })

  test.each([
    ['is lost', callError(1504, 'no answer in time', { answered: false })],
    ['finds no network', callError(1503, 'Network Error', { answered: false })],
    ['meets a server in trouble', callError(1500, 'our fault')],
    ['meets a server that is away', callError(1503, 'unavailable')],
    ['comes too often', callError(1429, 'wait')],
  ])(
    'fails with it and signs no one out when the refresh %s, and the next one tries again',
    async (_how, lost) => {
      const kept = storage('a1')
      const { run, server, refreshes } = page(kept, {
        refuses: { a1: 1502 },
        refresh: async () => {
          await settle()
          throw lost
        },
      })
      expect(await Promise.all([run(), run()])).toEqual([lost.code, lost.code])
      expect(kept).toMatchObject({ token: 'a1', rejected: [] })
      expect(refreshes).toEqual(['a1'])
      server.refresh = async () => 'a2'
      expect(await run()).toBe('done with a2')
      expect(kept.token).toBe('a2')
    },
  )

  test('without a token is not renewed', async () => {
    const { run, refreshes } = page(storage(null), { refuses: { '': 1501 } })
    expect(await run()).toBe(1501)
    expect(refreshes).toEqual([])
  })
})

describe('while the token is renewed', () => {
  /** A refresh whose answer comes when the test says so. */
  const held = () => {
    let answer: (token: string) => void = () => {}
    let refuse: (reason: unknown) => void = () => {}
    const answered = new Promise<string>((resolve, reject) => {
      answer = resolve
      refuse = reject
    })
    return {
      refresh: () => answered,
      answer: (token: string) => answer(token),
      refuse: () => refuse(callError(1501, 'no')),
    }
  }
  const begin = async (kept: Storage) => {
    const { refresh, answer, refuse } = held()
    const it = page(kept, { refuses: { a1: 1502 }, refresh })
    const outcome = it.run()
    await settle()
    await settle()
    expect(it.refreshes).toEqual(['a1'])
    return { ...it, outcome, answer, refuse }
  }

  test('a player who signs out stays signed out', async () => {
    const kept = storage('a1')
    const { outcome, answer, calls } = await begin(kept)
    Object.assign(kept, { token: null, owner: null })
    answer('a2')
    expect(await outcome).toBe(1502)
    expect([kept.token, kept.rejected, calls]).toEqual([null, [], ['a1']])
  })

  test('nothing is done in the name of another who signs in', async () => {
    const kept = storage('a1')
    const { outcome, answer, calls } = await begin(kept)
    Object.assign(kept, { token: 'b1', owner: 'kenji' })
    answer('a2')
    expect(await outcome).toBe(1502)
    expect([kept.token, kept.rejected, calls]).toEqual(['b1', [], ['a1']])
  })

  test('a refusal of the old token says nothing of a session begun in the meantime', async () => {
    const kept = storage('a1')
    const { outcome, refuse } = await begin(kept)
    Object.assign(kept, { token: 'b1', owner: 'kenji' })
    refuse()
    expect(await outcome).toBe(1502)
    expect(kept).toMatchObject({ token: 'b1', rejected: [] })
  })

  test('the same player who signs in again goes on with the new token', async () => {
    const kept = storage('a1')
    const { outcome, answer } = await begin(kept)
    kept.token = 'c1'
    answer('a2')
    expect(await outcome).toBe('done with c1')
    expect(kept.token).toBe('c1')
  })
})

test('before it is renewed, another who has signed in is not acted for', async () => {
  const kept = storage('a1')
  const { run, calls, refreshes } = page(kept, {
    refuses: { a1: 1501 },
    onCall: () => Object.assign(kept, { token: 'b1', owner: 'kenji' }),
  })
  expect(await run()).toBe(1501)
  expect([calls, refreshes, kept.rejected]).toEqual([['a1'], [], []])
})

describe('HTTP 401', () => {
  test('ends the session, without a refresh', async () => {
    const kept = storage('a1')
    const { run, refreshes } = page(kept, { refuses: { a1: 1401 } })
    expect(await run()).toBe(1401)
    expect([kept.rejected, refreshes]).toEqual([['unauthenticated'], []])
  })

  test('to several calls at once is reported once', async () => {
    const kept = storage('a1')
    const { run } = page(kept, { refuses: { a1: 1401 } })
    expect(await Promise.all([run(), run()])).toEqual([1401, 1401])
    expect(kept.rejected).toEqual(['unauthenticated'])
  })

  test('to a token that was replaced in the meantime leaves the new session alone', async () => {
    const kept = storage('a1')
    const { run } = page(kept, {
      refuses: { a1: 1401 },
      onCall: () => {
        kept.token = 'b1'
      },
    })
    expect(await run()).toBe(1401)
    expect(kept).toMatchObject({ token: 'b1', rejected: [] })
  })

  test('to the second try ends the session', async () => {
    const kept = storage('a1')
    const { run } = page(kept, { refuses: { a1: 1502, 'a1+': 1401 } })
    expect(await run()).toBe(1401)
    expect(kept.rejected).toEqual(['unauthenticated'])
  })
})
