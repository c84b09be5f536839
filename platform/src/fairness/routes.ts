import { bodyCode } from '@minefall/shared/contracts'
import { fairnessCalls, logPage, signedHeadsSchema } from '@minefall/shared/contracts/rest'
import type { Clock } from '@minefall/shared/node'
import { canonical, type Heads, type Signed, type Signers } from '@minefall/shared/record'
import type { Database } from '../db/index.ts'
import { type App, refusal, security, server } from '../http/index.ts'
import { readHeads, readKeptHeads, readKeys, readShownLog } from './read-log.ts'
import { readRecord } from './read-record.ts'
import { readVoids } from './voids.ts'

export type FairnessRoutesOptions = { db: Database; clock: Clock; signers: Signers }

const hourMs = 3_600_000

const keptForADay = 'public, max-age=86400'

/** What everyone may read of the fairness of all matches. Read from the database, so any node can answer. */
export const fairnessRoutes = async (app: App, { db, clock, signers }: FairnessRoutesOptions) => {
  const serve = server(app, { tag: 'fairness', identify: async () => null })

  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<Signed<Heads>> | null = null
  const readNext = async () => {
    next = null
    return signers.current.sign('heads', await readHeads(db, clock.now()))
  }
  /** Never behind a line that was shown before. All who ask during one reading share the next. */
  const headsNow = () => {
    if (!next) {
      next = last.then(readNext)
      last = next.catch(() => null)
    }
    return next
  }

  serve(
    fairnessCalls.log,
    { summary: 'A page of a shard’s fairness log, the oldest line first' },
    async ({ query, reply }) => {
      const entries = await readShownLog(db, query)
      // Heads that were read before an older page would name lines that it doesn't have.
      const isFixed = entries.length === logPage && entries.every(({ document }) => document !== null)
      reply.header('cache-control', isFixed ? keptForADay : 'no-store')
      return { entries }
    },
  )

  serve(
    fairnessCalls.heads,
    { summary: 'The ends of all logs, signed: now, or as they were kept in an hour' },
    async ({ query: { hour }, reply }) => {
      if (hour === undefined) return headsNow()
      reply.header('cache-control', keptForADay)
      const kept = await readKeptHeads(db, new Date(Math.floor(hour / hourMs) * hourMs))
      if (kept) return signedHeadsSchema.parse(JSON.parse(kept))
      reply.header('cache-control', 'no-store')
      return refusal(bodyCode.notFound)
    },
  )

  serve(
    fairnessCalls.record,
    { summary: 'The whole record of a match that is over, signed, as canonical JSON' },
    async ({ params: { id }, reply }) => {
      const document = await readRecord(db, id)
      if (document === null) return refusal(bodyCode.notFound)
      if (document === undefined) return refusal(bodyCode.wrongPhase)
      return (
        reply
          .header('cache-control', keptForADay)
          .header('content-disposition', `attachment; filename="minefall-${id}.json"`)
          // Not as the envelopes of refusals are, which a client tells apart by it.
          .type('application/vnd.minefall.record+json; charset=utf-8')
          .send(canonical(signers.current.sign('record', document)))
      )
    },
  )

  serve(
    fairnessCalls.voids,
    { summary: 'How locked matches ended, by table and reason' },
    async ({ query: { days }, reply }) => {
      reply.header('cache-control', 'public, max-age=60')
      return readVoids(db, clock.now(), days)
    },
  )

  const summary = 'The public keys that heads, records and receipts are signed with'
  const schema = { tags: ['fairness'], summary, security: security('anyone') }
  app.get('/.well-known/minefall-fairness.json', { schema }, async (_, reply) => {
    reply.header('cache-control', 'no-store')
    const [current, held] = [signers.current.key, [...signers.all.keys()]]
    return { current, held, keys: await readKeys(db), scheme: 'mf1' }
  })
}
