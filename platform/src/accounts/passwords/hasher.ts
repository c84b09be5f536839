import { hash } from '@node-rs/argon2'
import { z } from 'zod'
import { Busy } from '../../http/index.ts'
import { workerPool } from '../../jobs/worker-pool.ts'

/** What one hash costs: memory in KiB and passes over it, for one lane. */
export type HashCost = { memoryKib: number; passes: number }

/** Passwords go in as they were typed; `pepper` is a key from outside the database. */
export type Hasher = {
  /** Argon2id in its own text form. Rejects with {@link Busy} when too many wait. */
  hash(password: string, pepper?: Uint8Array): Promise<string>
  /** False when `stored` is null, after the same work as otherwise. Rejects like `hash`. */
  verify(stored: string | null, password: string, pepper?: Uint8Array): Promise<boolean>
  /** Ends its threads; what still waits rejects. */
  close(): Promise<void>
}

export type HasherOptions = {
  cost: HashCost
  /** Hashes made at the same time, at the lowest priority; the rest wait in line, so that logins leave the processors to matches. */
  atOnce: number
  /** Hashes that may wait. */
  waiting: number
  randomBytes: (count: number) => Uint8Array
}

/** One form for what keyboards write differently, as NIST SP 800-63B asks for. */
const composed = (password: string) => password.normalize('NFKC')

export const argon2Hasher = async ({
  cost,
  atOnce,
  waiting,
  randomBytes,
}: HasherOptions): Promise<Hasher> => {
  const file = 'accounts/passwords/hash-worker.mjs'
  const pool = workerPool({ file, name: 'compute', threads: atOnce, waiting })
  const run = async (work: {
    stored: string | null
    password: string
    options: object
  }): Promise<unknown> => {
    if (pool.queueSize >= waiting) throw new Busy('too many passwords wait to be hashed')
    return pool.run(work)
  }
  const options = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 }
  const peppered = (pepper: Uint8Array | undefined) => (pepper ? { secret: pepper } : {})
  const noOnes = await hash(randomBytes(32), options)
  return {
    async hash(password, pepper) {
      const work = { password: composed(password), options: { ...options, ...peppered(pepper) } }
      return z.string().parse(await run({ stored: null, ...work }))
    },
    async verify(stored, password, pepper) {
      const work = { password: composed(password), options: peppered(pepper) }
      const equal = z.boolean().parse(await run({ stored: stored ?? noOnes, ...work }))
      return equal && stored !== null
    },
    close: () => pool.destroy(),
  }
}
