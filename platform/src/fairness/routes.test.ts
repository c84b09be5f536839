import { addressOf } from '@minefall/shared/contracts'
import { fairnessCalls, logPage, logPageSchema, signedHeadsSchema } from '@minefall/shared/contracts/rest'
import { matchIdSchema } from '@minefall/shared/game'
import {
  entryHash,
  failedStep,
  readDocument,
  verifyRecord,
  verifySigned,
  verifyWithSite,
} from '@minefall/shared/record'
import { shardOfMatch } from '@minefall/shared/shards'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, it } from 'vitest'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { keyRing, playOut, type Stage, setStage, testSigners } from '../matches/testing.ts'
import { fairnessRoutes } from './routes.ts'
import { signersOf } from './signers.ts'

const serve = async (db: Database, { clock }: Stage, signers = testSigners) => {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(fairnessRoutes, { db, clock, signers })
  return {
    text: async (url: string) => (await app.inject({ url })).body,
    caching: async (url: string) => (await app.inject({ url })).headers['cache-control'],
    data: async (url: string) => {
      const { code, data } = (await app.inject({ url })).json()
      return code === 200 ? data : code
    },
  }
}

describeDatabase('what everyone may read of fairness', (open) => {
  it('is the log of each shard, its signed ends, and the record of a match that is over', async () => {
    const db = await open()
    const stage = await setStage(db, { settings: { practiceThinkMs: [1, 2] } })
    const site = await serve(db, stage)
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    const record = addressOf(fairnessCalls.record, { params: { id: matchId } })
    expect(await site.data(record)).toBe(1303)
    await playOut(stage, guest, matchId, seat)
    await stage.host.idle()

    const verdict = await verifyRecord(await site.text(record))
    expect(failedStep(verdict)).toBeNull()
    expect(verdict.results.filter(({ outcome }) => outcome === 'skipped').map(({ step }) => step)).toEqual([
      'links',
    ])
    expect(verdict.record?.key).toBe(testSigners.current.key)
    expect(await site.data(addressOf(fairnessCalls.record, { params: { id: '0'.repeat(32) } }))).toBe(1404)

    const shard = shardOfMatch(matchId)
    const { entries } = logPageSchema.parse(await site.data(`/api/fairness/log?shard=${shard}&after=0`))
    const own = entries.filter(({ document }) => document?.includes(matchId))
    expect(own.map(({ kind }) => kind)).toEqual(['opened', 'locked', 'closed'])
    for (const { kind, document, hash } of entries) expect(entryHash(kind, document ?? '')).toBe(hash)
    const { data } = { data: await site.data(`/api/fairness/log?shard=${shard}&after=${entries.length}`) }
    expect(data).toEqual({ entries: [] })
    expect(await site.data('/api/fairness/log?shard=64')).toBe(1001)

    const heads = signedHeadsSchema.parse(await site.data('/api/fairness/heads'))
    expect(await verifySigned('heads', heads)).toBe(true)
    expect(heads.document.heads).toHaveLength(64)
    const last = entries.at(-1)
    expect(heads.document.heads[shard]).toEqual({ shard, position: last?.position, hash: last?.hash })
    expect(await site.data('/api/fairness/heads?hour=0')).toBe(1404)
  })

  it('is in order as soon as a match is over, although others asked for the heads just before', async () => {
    const db = await open()
    const stage = await setStage(db, { settings: { practiceThinkMs: [1, 2] } })
    const site = await serve(db, stage)
    const guest = await stage.guest()
    const { matchId } = await guest.play()
    await guest.leave(matchId)
    while (!stage.match(matchId).result) {
      await site.text('/api/fairness/heads')
      await stage.pass(250)
    }
    const record = await site.text(addressOf(fairnessCalls.record, { params: { id: matchId } }))
    const { results } = await verifyWithSite(record, async (path) => JSON.parse(await site.text(path)))
    expect(results.at(-1)).toEqual({ step: 'site', outcome: 'holds', place: null })
  })

  it('may be kept by no one as long as it can change: a page must hold what heads that were read before it say', async () => {
    const db = await open()
    const site = await serve(db, await setStage(db))
    const addLines = (from: number, to: number) =>
      db.query(
        `insert into fairness_log (shard, position, kind, document, hash, at)
         select 5, n, 'key', '{}', lpad(n::text, 64, '0'), now() from generate_series($1::int, $2::int) as n`,
        [from, to],
      )
    const page = '/api/fairness/log?shard=5&after=0'
    await addLines(1, logPage - 1)
    expect(await site.caching(page)).toBe('no-store')
    await addLines(logPage, logPage)
    expect(await site.caching(page)).toBe('public, max-age=86400')
    expect(await site.caching('/.well-known/minefall-fairness.json')).toBe('no-store')
  })

  it('does not show where a private table is before it is over', async () => {
    const db = await open()
    const stage = await setStage(db)
    const site = await serve(db, stage)
    const guest = await stage.guest()
    const found = await guest.find()
    const matchId = matchIdSchema.parse(Reflect.get(Object(found.data), 'matchId'))
    const shown = async () => {
      const page = await site.data(`/api/fairness/log?shard=${shardOfMatch(matchId)}`)
      return logPageSchema.parse(page).entries.filter(({ kind }) => kind !== 'key')
    }
    expect((await shown()).map(({ document }) => document?.includes(matchId))).toEqual([true])
    await db.query('update match set private = true, host = $2 where id = $1', [matchId, guest.id])
    expect((await shown()).map(({ document }) => document)).toEqual([null])
    await db.query(`update match set phase = 'voided' where id = $1`, [matchId])
    expect((await shown()).map(({ document }) => document?.includes(matchId))).toEqual([true])
  })

  it('names the keys that signed, each signed for by the one before', async () => {
    const db = await open()
    const stage = await setStage(db)
    await stage.pass(2_000)
    const rotated = signersOf(keyRing('f1', 'f2'))
    stage.signers = rotated
    await stage.restart()
    await stage.pass(2_000)
    const site = await serve(db, stage, rotated)
    const told = JSON.parse(await site.text('/.well-known/minefall-fairness.json'))
    const [first, second] = [testSigners.current.key, rotated.current.key]
    expect(told).toMatchObject({
      current: second,
      held: [first, second],
      keys: [{ key: first, position: 1 }, { key: second }],
    })
    const { entries } = logPageSchema.parse(await site.data('/api/fairness/log?shard=0'))
    const changes = entries.flatMap(({ kind, document }) =>
      kind === 'key' ? [readDocument('key', document ?? '')] : [],
    )
    expect(changes).toMatchObject([
      { key: first, previous: null, signature: null },
      { key: second, previous: first },
    ])
    const signature = changes[1]?.signature ?? ''
    expect(await verifySigned('key', { document: { key: second }, key: first, signature })).toBe(true)
  })

  it('answers a reveal with a receipt that holds, and again with the same', async () => {
    const db = await open()
    const stage = await setStage(db)
    const guest = await stage.guest()
    const found = await guest.find()
    const matchId = matchIdSchema.parse(Reflect.get(Object(found.data), 'matchId'))
    const { seed, seat } = await guest.sit(matchId)
    await stage.pass(3_000)
    const reveal = { playerId: guest.id, commandId: '0c'.repeat(16), matchId, seed }
    const answers = [
      await stage.bus.request('match.reveal', reveal),
      await stage.bus.request('match.reveal', reveal),
    ]
    const receipt = answers[0]?.data?.receipt
    if (!receipt) throw new Error('there is no receipt')
    expect(answers[1]?.data?.receipt).toEqual(receipt)
    const { at, ...signed } = receipt
    const ref = stage.match(matchId).table[seat]?.ref
    expect(await verifySigned('receipt', { document: { at, matchId, ref }, ...signed })).toBe(true)
    expect(await verifySigned('receipt', { document: { at: at + 1, matchId, ref }, ...signed })).toBe(false)
  })
})
