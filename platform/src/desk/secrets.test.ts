import { randomUUID } from 'node:crypto'
import type { BusEvent } from '@minefall/shared/contracts/bus'
import { deskReportDetailSchema, hasRight, staffRoleSchema } from '@minefall/shared/contracts/desk'
import type { MatchId } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { openTestDatabase } from '../db/testing.ts'
import { guestOf, type Stage, setStage } from '../matches/testing.ts'
import { exampleCall, type StaffCall, staffCalls } from './routes/testing-calls.ts'
import { openDesk } from './testing.ts'

/** What no one at the desk hears of a match that lives, those that its players see by then among it. */
const secretsOf = ({ host }: Stage, matchId: MatchId): string[] => {
  const live = host.world.matches.get(matchId)
  if (!live?.dealer) return expect.fail('the match is not in play')
  const { dealer, record, secret } = live
  const { rules, table } = record.state
  const tiles = Array.from({ length: rules.w * rules.h }, (_, tile) => tile)
  return [
    secret.serverSeed,
    ...secret.practiceSeeds,
    ...table.flatMap((seat) => seat?.seed ?? []),
    ...Array.from({ length: rules.boards }, (_, board) =>
      tiles.map((tile) => dealer.tile(board, tile).salt),
    ).flat(),
  ]
}

const eventsSchema = z.array(z.object({ tile: z.number().nullable(), clue: z.number().nullable() }))

it('no call of the desk, and nothing that it hears, tells anyone’s secrets of a match that lives', async () => {
  const db = await openTestDatabase()
  const desk = await openDesk(db)
  const told: BusEvent<'desk.changed'>[] = []
  desk.bus.subscribe('desk.changed', null, (news) => void told.push(news))
  const staff = await Promise.all(staffRoleSchema.options.map((role) => desk.hire(role)))
  const player = await desk.signInPlayer('plays@home.example')
  const signedIn = []
  for (const person of staff) signedIn.push({ ...person, ...(await desk.signIn(person)) })

  const settings = { practiceThinkMs: [300, 301], practiceFillMs: 3_000 } as const
  const stage = await setStage(db, { clock: desk.clock, bus: desk.bus, settings })
  const { matchId } = await guestOf(stage, player.id).play()
  await stage.pass(2_000)
  const secrets = secretsOf(stage, matchId)
  expect(secrets.length).toBeGreaterThan(300)
  const isOpen = (tile: number) => stage.match(matchId).board?.tiles[tile] !== null
  expect(stage.match(matchId).moves.length).toBeGreaterThan(0)

  const reported = { key: randomUUID(), category: 'match', text: 'Nothing happens here.', page: '/', matchId }
  await desk.call('POST', 'support/report', { token: player.token }, reported)
  const { rows } = await db.query('select id from problem_report')
  const about: Record<string, string> = {
    matches: matchId,
    players: player.id,
    conversations: player.id,
    reports: String(rows[0]?.id),
    tables: 'mines-trial',
    activities: 'first-match',
  }
  const knownTo = ({ path }: StaffCall): Record<string, string> => {
    const id = about[path.split('/')[3] ?? '']
    return { q: matchId, ...(id === undefined ? {} : { id, playerId: id, gameId: id }) }
  }
  const said: string[] = []
  const make = async (call: StaffCall, from: { token: string }) => {
    const { path, body } = exampleCall(call, knownTo(call))
    const answer = await desk.inject(call.method, path, from, body)
    said.push(answer.body)
    return answer
  }

  const isLast = ({ name }: StaffCall) => name === 'signOut'
  for (const call of staffCalls.filter((one) => !isLast(one)))
    for (const person of signedIn) {
      const answer = await make(call, person)
      if (hasRight(person.role, call.may) && call.name === 'match') {
        expect(answer.body).toContain(`"matchId":"${matchId}"`)
        const events = eventsSchema.parse(answer.json().data.events)
        expect(events.some(({ tile }) => tile !== null)).toBe(true)
        for (const { tile, clue } of events)
          expect([tile === null || isOpen(tile), clue]).toEqual([true, null])
      }
      if (hasRight(person.role, call.may) && call.name === 'report')
        expect(deskReportDetailSchema.parse(answer.json().data).match).toEqual({ phase: 'playing' })
    }
  for (const person of signedIn)
    said.push(JSON.stringify(await desk.bus.request('staff.identify', { token: person.token })))
  said.push(JSON.stringify([await desk.bus.request('desk.counts', {}), told]))
  for (const call of staffCalls.filter(isLast)) for (const person of signedIn) await make(call, person)

  expect(stage.match(matchId).phase).toBe('playing')
  expect(said.length).toBeGreaterThan(staffCalls.length * staffRoleSchema.options.length)
  expect(told.length).toBeGreaterThan(0)
  const all = said.join('\n')
  for (const secret of secrets) expect(all).not.toContain(secret)
  await stage.host.close()
  await desk.close()
  await db.close()
})
