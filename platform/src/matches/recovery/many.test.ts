import { matchIdSchema } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../../db/testing.ts'
import { sealSecret } from '../secrets.ts'
import { setStage } from '../testing.ts'

it('two hundred live matches are back at once after a restart', async () => {
  const db = await openTestDatabase()
  const stage = await setStage(db, { settings: { practiceThinkMs: [50, 60] } })
  const guest = await stage.guest()
  const { matchId } = await guest.play()
  await stage.pass(8_000)
  await stage.host.close()
  const { moves } = stage.match(matchId)
  // The same match over and over under other ids: folding it costs what any match's does.
  const copies = `(select lpad(to_hex(n), 32, '0') as copy from generate_series(1, 200) as n) as c`
  await db.query(
    `insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit, phase)
     select copy, 7, game_id, asset, stake, seats, rules, server_commit, phase from match, ${copies} where id = $1`,
    [matchId],
  )
  await db.query(
    `insert into match_decision (match_id, seq, epoch, seat, command_id, request_hash, events, at)
     select copy, seq, epoch, seat, command_id, request_hash, events, at from match_decision, ${copies}
     where match_id = $1`,
    [matchId],
  )
  await db.query(
    `insert into fairness_log (shard, position, kind, match_id, document, hash)
     select 7, 1000 + row_number() over (), kind, copy, document, hash from fairness_log, ${copies}
     where match_id = $1 and kind = 'opened'`,
    [matchId],
  )
  const { secret } = stage.host.world.matches.get(matchId) ?? {}
  if (!secret) throw new Error('the match is not in memory')
  const { current: sealKey } = stage.host.world.sealKeys
  for (let number = 1; number <= 200; number += 1) {
    const copy = matchIdSchema.parse(number.toString(16).padStart(32, '0'))
    const sealed = sealSecret(sealKey, copy, secret, (count) => new Uint8Array(count))
    await db.query('insert into match_secret (match_id, key_id, sealed) values ($1, $2, $3)', [
      copy,
      sealKey.keyId,
      sealed,
    ])
  }
  let statements = 0
  stage.db = {
    ...db,
    query: (text, values) => {
      statements += 1
      return db.query(text, values)
    },
  }
  await stage.restart()
  expect(stage.host.world.matches.size).toBe(201)
  for (const match of stage.host.world.matches.values()) expect(match.record.state.moves).toEqual(moves)
  // Reading does not grow with the number of matches; only compensated clocks write, in shared flushes.
  expect(statements).toBeLessThan(10)
  await stage.host.close()
  await db.close()
})
