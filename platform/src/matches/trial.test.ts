import { view } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { describeDatabase } from '../db/testing.ts'
import { checkLedger } from '../ledger/index.ts'
import { playOut, seenState, setStage } from './testing.ts'

describeDatabase('a trial', (open) => {
  it('is played from the first find to its end with practice opponents, and every coin is accounted for', async () => {
    const stage = await setStage(await open())
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    expect(stage.match(matchId).phase).toBe('playing')
    const state = await playOut(stage, guest, matchId, seat)
    expect(state.phase).toBe('settled')
    expect(state.table.filter((taken) => taken?.player.kind === 'practice')).toHaveLength(4)
    await stage.host.idle()
    expect(seenState(stage, matchId)).toEqual(view(state))
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
    const seated = await stage.db.query('select * from seated')
    expect(seated.rows).toEqual([])
    const log = await stage.db.query('select kind from fairness_log where match_id = $1 order by position', [
      matchId,
    ])
    expect(log.rows.map(({ kind }) => kind)).toEqual(['opened', 'locked', 'closed'])
  })
})
