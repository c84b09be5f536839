import { matchIdSchema } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { callAll } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { appendLog, emptyLog, readLogHead, readLogHeads } from './fairness-log.ts'

describeDatabase('the fairness log', (open) => {
  it('tells the end of each shard’s chain, and of none that is empty', async () => {
    const db = await open()
    const matchId = matchIdSchema.parse('ab'.repeat(16))
    await db.query(
      `insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit)
       values ($1, 3, 'mines-trial', 'trial', 100, 5, '{}', '')`,
      [matchId],
    )
    const append = async (shard: number, end: typeof emptyLog, kind: 'opened' | 'locked', hash: string) => {
      const { call, head } = appendLog(shard, end, { kind, matchId, document: '{}', hash }, 5)
      await callAll(db, [call])
      return head
    }
    const first = await append(3, emptyLog, 'opened', 'aa')
    const last = await append(3, first, 'locked', 'bb')
    expect(last).toEqual({ position: 2, hash: 'bb' })
    expect(await readLogHeads(db, [2, 3])).toEqual(new Map([[3, last]]))
    expect(await readLogHead(db, 3)).toEqual(last)
    expect(await readLogHead(db, 4)).toEqual(emptyLog)
  })
})
