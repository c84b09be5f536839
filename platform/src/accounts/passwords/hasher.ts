import { hash, verify } from '@node-rs/argon2'

/** What one hash costs: memory in KiB and passes over it, for one lane. */
export type HashCost = { memoryKib: number; passes: number }

/** Said when more hashes wait than can be made in a sensible time. */
export class HasherBusy extends Error {
  override name = 'HasherBusy'
}

/** Passwords go in as they were typed; `pepper` is a key from outside the database. */
export type Hasher = {
  /** Argon2id in its own text form. Rejects with {@link HasherBusy} when too many wait. */
  hash(password: string, pepper?: Uint8Array): Promise<string>
  /** False for a `stored` that is null, after the same work as for another. Rejects like `hash`. */
  verify(stored: string | null, password: string, pepper?: Uint8Array): Promise<boolean>
}

export type HasherOptions = {
  cost: HashCost
  /** Hashes made at the same time; the rest wait in line, so that logins leave the processors to matches. */
  atOnce: number
  /** Hashes that may wait. */
  waiting: number
  randomBytes: (count: number) => Uint8Array
}

/** Runs work a few at a time. */
const lineOf = (atOnce: number, most: number) => {
  const line: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (line.length >= most) throw new HasherBusy('too many passwords wait to be hashed')
      await new Promise<void>((resolve) => line.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
}

/** One form for what keyboards write differently, as NIST SP 800-63B asks for. */
const composed = (password: string) => password.normalize('NFKC')

export const argon2Hasher = async ({
  cost,
  atOnce,
  waiting,
  randomBytes,
}: HasherOptions): Promise<Hasher> => {
  const inLine = lineOf(atOnce, waiting)
  const options = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 }
  const peppered = (pepper: Uint8Array | undefined) => (pepper ? { secret: pepper } : {})
  const nobodys = await hash(randomBytes(32), options)
  return {
    hash: (password, pepper) => inLine(() => hash(composed(password), { ...options, ...peppered(pepper) })),
    verify: (stored, password, pepper) =>
      inLine(async () => {
        const equal = await verify(stored ?? nobodys, composed(password), peppered(pepper))
        return equal && stored !== null
      }),
  }
}
