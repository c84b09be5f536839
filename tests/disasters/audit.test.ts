import { expect } from 'vitest'
import { audit } from '../harness/audit.ts'
import { disaster, onPostgres } from './disaster.ts'

/** Harm done to the database behind everyone's back, and what the audit must say of it. */
const harms: readonly (readonly [string, RegExp])[] = [
  [
    `delete from match_decision d using (select match_id, max(seq) as seq from match_decision group by match_id) as last
     where d.match_id = last.match_id and d.seq = last.seq`,
    /was acknowledged as \d+ of match \w+ and is not in the journal/,
  ],
  [`delete from match_decision where seq = 2`, /event 3 stands after 1/],
  [`update match_decision set events = jsonb_set(events, '{0,at}', '1') where seq = 5`, /saw event 5/],
  [
    `update match_decision set events = jsonb_set(events, '{0,at}', '1') where seq = 1`,
    /has another state of match/,
  ],
  [`update fairness_log set hash = repeat('0', 64) where kind = 'locked'`, /that is not its document's/],
  [`update fairness_log set position = 9 where kind = 'closed'`, /stands after 2/],
  [`delete from fairness_log where kind = 'closed'`, /is in the fairness log as opened,locked, not as/],
  [
    `delete from hold_resolution where hold_id = (select id from hold limit 1)`,
    /hold .* which is settled, is open/,
  ],
  [`update account set posted = posted + 1 where kind = 'player'`, /all accounts together/],
  [`update match set phase = 'playing'`, /is settled, its row says playing/],
]

class Undone extends Error {}

disaster('Someone tampers with the database: the audit finds it', { on: onPostgres }, async (scene) => {
  const table = await scene.seat()
  await table.playOn()
  const players = new Map(table.players.map((player, index) => [`player ${index + 1}`, player]))
  for (const [harm, finding] of harms) {
    const harmed = scene.database().transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      expect((await tx.query(harm)).count, harm).toBeGreaterThan(0)
      const { findings } = await audit(tx, players)
      expect(findings.join('\n'), harm).toMatch(finding)
      throw new Undone()
    })
    await expect(harmed).rejects.toBeInstanceOf(Undone)
  }
})
