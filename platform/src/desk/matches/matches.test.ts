import {
  type DeskMatchDetail,
  deskMatchDetailSchema,
  deskMatchesPageSchema,
} from '@minefall/shared/contracts/desk'
import { type MatchId, openersOn } from '@minefall/shared/game'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { checkLedger } from '../../ledger/index.ts'
import { cancelTimers } from '../../matches/host/live-match.ts'
import type { MatchSettings } from '../../matches/index.ts'
import { guestOf, playOut, type Stage, setStage } from '../../matches/testing.ts'
import { type From, type OpenDesk, openDesk } from '../testing.ts'

const minutes = (count: number) => count * 60_000
const reason = 'It is stuck'

/** Pauses a match: no clock of it runs any more. */
const still = async ({ host, clock }: Stage, matchId: MatchId) => {
  const live = host.world.matches.get(matchId)
  if (!live) return expect.fail('the match is not live')
  cancelTimers(live)
  await clock.advance(minutes(10))
  await host.idle()
}

describeDatabase('matches at the desk', (open) => {
  let db: Database
  let desk: OpenDesk
  let admins: Awaited<ReturnType<OpenDesk['staff']>>[]
  let support: Awaited<ReturnType<OpenDesk['staff']>>
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
    admins = [await desk.staff('admin'), await desk.staff('admin')]
    support = await desk.staff('support')
  })
  afterAll(() => desk.close())

  const stageHere = (settings: Partial<MatchSettings> = {}) =>
    setStage(db, {
      clock: desk.clock,
      bus: desk.bus,
      settings: { practiceThinkMs: [60_000, 60_001], ...settings },
    })
  const page = async (query = '') => {
    const { data, ...rest } = await desk.get(`matches?${query}`, support)
    expect(rest).toMatchObject({ code: 200 })
    return deskMatchesPageSchema.parse(data)
  }
  const idsOf = async (query: string) => (await page(query)).items.map(({ matchId }) => matchId)
  const detail = async (matchId: MatchId): Promise<DeskMatchDetail> =>
    deskMatchDetailSchema.parse((await desk.get(`matches/${matchId}`, support)).data)
  const ask = (matchId: MatchId, from: From | undefined) =>
    desk.post(`matches/${matchId}/void`, from, { reason })
  const withdraw = (matchId: MatchId, from: From | undefined) =>
    desk.post(`matches/${matchId}/void/withdraw`, from, { reason: 'It may go on' })
  const acts = async (matchId: MatchId) =>
    (await db.query('select action from desk_audit where subject_id = $1 order by id', [matchId])).rows.map(
      ({ action }) => action,
    )

  it('are listed in pages by what is asked for, live and past, with who sits there', async () => {
    const stage = await stageHere()
    const [one, two] = [await stage.guest(), await stage.guest()]
    const over = await one.play()
    await playOut(stage, one, over.matchId, over.seat)
    const live = await two.play()
    expect(await idsOf('')).toEqual([live.matchId, over.matchId])
    expect(await idsOf('live=yes')).toEqual([live.matchId])
    expect(await idsOf('live=no')).toEqual([over.matchId])
    expect(await idsOf('phase=playing')).toEqual([live.matchId])
    expect(await idsOf('gameId=mines-duel')).toEqual([])
    expect(await idsOf(`playerId=${one.id}`)).toEqual([over.matchId])
    expect(await idsOf(`playerId=${two.id}`)).toEqual([live.matchId])
    expect(await idsOf('stuck=yes')).toEqual([])
    const first = await page('limit=1')
    expect((await page(`limit=1&cursor=${first.next}`)).items.map(({ matchId }) => matchId)).toEqual([
      over.matchId,
    ])
    expect((await page(`limit=2`)).next).toBeNull()
    for (const query of ['cursor=abc', 'phase=none', 'playerId=1', 'gameId=A%00', 'stuck=no'])
      expect(await desk.get(`matches?${query}`, support)).toMatchObject({ code: 1001 })

    const [match] = first.items
    expect(match).toMatchObject({ phase: 'playing', node: 'test', asset: 'trial', stake: '100', stuck: null })
    expect(match?.taken).toHaveLength(5)
    expect(match?.taken.find(({ playerId }) => playerId === two.id)).toMatchObject({
      kind: 'guest',
      out: null,
    })
    expect(
      match?.taken.filter(({ kind, playerId }) => kind === 'practice' && playerId === null),
    ).toHaveLength(4)
  })

  it('are shown with their clock and journal while they live, and with what verifies them when they are over', async () => {
    const stage = await stageHere()
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    const { turn } = stage.match(matchId)
    const live = await detail(matchId)
    expect(live.clock).toMatchObject({ turn: turn?.turn, seat: turn?.seat, deadline: turn?.deadline })
    expect(live).toMatchObject({ proof: null, result: null, phase: 'playing', voids: [] })
    expect(live.events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['SeatTaken', 'Locked', 'Started']),
    )
    expect(live.events.at(-1)).toMatchObject({ seq: live.seq, type: 'TurnStarted' })

    const state = await playOut(stage, guest, matchId, seat)
    const over = await detail(matchId)
    expect(over).toMatchObject({
      clock: null,
      phase: state.phase,
      proof: { serverSeed: state.result?.serverSeed },
    })
    expect(over.proof?.seeds.map(({ seed }) => seed)).toEqual(state.table.map((taken) => taken?.seed))
    expect(over.result?.payouts).toEqual(state.result?.payouts)
    const begun = over.events.filter(({ type }) => type === 'BoardBegun')
    expect(begun.map(({ openers }) => openers.length)).toEqual(
      begun.map(({ board }) => openersOn(over.rules, board ?? 0)),
    )
    const clues = over.events.flatMap(({ clue }) => clue ?? [])
    expect(clues.length).toBeGreaterThan(0)
    expect(await desk.get(`matches/${'0'.repeat(32)}`, support)).toMatchObject({ code: 1404 })
    expect(await desk.get('matches/nothing', support)).toMatchObject({ code: 1001 })
  })

  it('are voided by two people when they are stuck, and not by one, by who sat there, or before', async () => {
    const stage = await stageHere()
    const [first, second] = admins
    const player = await desk.signInPlayer(first?.email ?? '')
    const { matchId } = await guestOf(stage, player.id).play()
    expect(await ask(matchId, second)).toMatchObject({ code: 1409 })
    await still(stage, matchId)
    expect(await idsOf('stuck=yes')).toEqual([matchId])
    expect(await ask(matchId, first)).toMatchObject({ code: 1403 })
    expect(await acts(matchId)).toEqual([])

    expect(await ask(matchId, second)).toMatchObject({
      data: { stuck: 'silent', voids: [{ status: 'open' }] },
    })
    expect(await ask(matchId, second)).toMatchObject({
      data: { voids: [{ status: 'open' }], phase: 'playing' },
    })
    // Nor is it for who sat there to keep a match that was to be voided.
    expect(await withdraw(matchId, first)).toMatchObject({ code: 1403 })
    const third = await desk.hire('admin')
    const from = await desk.signIn(third)
    expect(await withdraw(matchId, from)).toMatchObject({ data: { voids: [{ status: 'withdrawn' }] } })
    expect(await withdraw(matchId, from)).toMatchObject({ code: 1409 })
    const asked = await Promise.all([ask(matchId, second), ask(matchId, from)])
    expect(asked.map(({ code }) => code)).toEqual([200, 200])
    const ended = await detail(matchId)
    expect(ended).toMatchObject({
      phase: 'voided',
      result: { why: 'interrupted', rake: '0' },
      voids: [{ status: 'confirmed', reason }, { status: 'withdrawn' }],
    })
    expect(new Set([ended.voids[0]?.askedBy.id, ended.voids[0]?.endedBy?.id])).toEqual(
      new Set([second?.id, third.id]),
    )
    expect(ended.result?.payouts).toHaveLength(5)
    expect(await ask(matchId, from)).toMatchObject({ code: 200 })
    expect(await acts(matchId)).toEqual([
      'match.void.ask',
      'match.void.withdraw',
      'match.void.ask',
      'match.void.confirm',
    ])
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
    for (const change of ['delete from match_void', `update match_void set reason = 'Another'`])
      await expect(db.query(change)).rejects.toThrow()
  })

  it('go on when their owner was away and they moved by the time it is asked: what was decided has lapsed', async () => {
    // Long enough for one that was still for ten minutes to be resumed.
    const stage = await stageHere({ interruptedMs: minutes(60) })
    const [first, second] = admins
    const { matchId } = await (await stage.guest()).play()
    await still(stage, matchId)
    expect(await ask(matchId, first)).toMatchObject({ code: 200 })
    await stage.host.close()
    expect(await ask(matchId, second)).toMatchObject({ code: 1503 })
    expect((await detail(matchId)).voids).toMatchObject([{ status: 'confirmed' }])
    expect(await withdraw(matchId, first)).toMatchObject({ code: 1409 })
    await stage.restart()
    await stage.pass(20_000)
    expect(await ask(matchId, first)).toMatchObject({ code: 1409 })
    expect(await detail(matchId)).toMatchObject({
      phase: 'playing',
      stuck: null,
      voids: [{ status: 'lapsed' }],
    })
    expect((await acts(matchId)).at(-1)).toBe('match.void.lapse')
    expect(await ask(matchId, second)).toMatchObject({ code: 1409 })
  })
})
