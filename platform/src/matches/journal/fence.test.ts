import { expect, it } from 'vitest'
import { describeDatabases } from '../../db/testing.ts'
import { setStage } from '../testing.ts'
import { readRows } from './rows.ts'

describeDatabases('a host whose shards were taken over', (open) => {
  it('gets nothing more into the journal, by either lane, and forgets its matches', async () => {
    const stage = await setStage(await open())
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    while (stage.match(matchId).turn?.seat !== seat) await stage.pass(250)
    const { turn, board } = stage.match(matchId)
    const before = await readRows(stage.db, matchId)
    await stage.db.query('update shard_lease set epoch = epoch + 1, node = $1', ['other'])

    const move = await guest.open(matchId, turn?.turn ?? -1, board?.tiles.indexOf(null) ?? 0)
    expect(move.code).toBe(1513)
    expect(await readRows(stage.db, matchId)).toEqual(before)
    expect(stage.host.world.matches.has(matchId)).toBe(false)
    expect(stage.host.ready()).toBe(false)
    expect(await guest.leave(matchId)).toBe(1513)

    const other = await stage.guest()
    let code: number | null = null
    void other.find().then((answer) => {
      code = answer.code
    })
    // For a while someone may still come to be the owner; the database takes its own time in between.
    while (code === null) {
      await stage.pass(100)
      await stage.db.query('select 1')
    }
    // Refused, or not answered in time where the database took longer than a request waits.
    expect([1503, 1504]).toContain(code)
    const { rows } = await stage.db.query('select id from match')
    expect(rows).toHaveLength(1)
  })

  it('does not win a race: an append that waits for the takeover is refused after it', async () => {
    const stage = await setStage(await open())
    const guest = await stage.guest()
    const found = await guest.find()
    expect(found.code).toBe(200)
    const [matchId] = [...stage.host.world.matches.keys()]
    if (!matchId) throw new Error('no match was opened')
    let taken = () => {}
    let finish = () => {}
    const isTaken = new Promise<void>((resolve) => {
      taken = resolve
    })
    const mayFinish = new Promise<void>((resolve) => {
      finish = resolve
    })
    const takeover = stage.db.transaction(async (tx) => {
      await tx.query('update shard_lease set epoch = epoch + 1')
      taken()
      await mayFinish
    })
    await isTaken
    const sitting = guest.sit(matchId)
    finish()
    await takeover
    expect((await sitting).code).toBe(1513)
    expect(await readRows(stage.db, matchId)).toEqual([])
    expect((await stage.db.query('select * from seated')).rows).toEqual([])
  })

  it('notices the next time it reads the rows that a shard is gone', async () => {
    const stage = await setStage(await open())
    await stage.pass(2_000)
    expect(stage.host.ready()).toBe(true)
    await stage.db.query('update shard_lease set epoch = epoch + 1 where shard = 3')
    await stage.pass(2_000)
    expect(stage.host.ready()).toBe(false)
    expect(stage.host.world.shards.all()).toHaveLength(63)
    expect(stage.host.world.shards.isHeld(3)).toBe(false)
  })
})
