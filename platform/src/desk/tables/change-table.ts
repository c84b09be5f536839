import { bodyCode } from '@minefall/shared/contracts'
import { type DeskTable, type DeskTableBody, tableLimits } from '@minefall/shared/contracts/desk'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal, wrongField } from '../../http/index.ts'
import { type CatalogueTable, readTables } from '../../matches/index.ts'
import { type By, writeAudit } from '../audit/write-audit.ts'
import { stillWorks } from '../staff/staff-row.ts'
import type { World } from '../world.ts'

const view = ({ ownRakeBps: rakeBps, ...table }: CatalogueTable): DeskTable => ({ ...table, rakeBps })

/** Every table, the closed ones too, in the order of the lobby. */
export const listTables = async (sql: Sql, rakeBps: number): Promise<DeskTable[]> =>
  (await readTables(sql, rakeBps)).map(view)

/** What is wrong with a table like this. */
const refuseBody = (
  { stakes, practice, rakeBps }: DeskTableBody,
  { assets }: CatalogueTable,
  { trialRefill }: World['play'],
): Refusal | null => {
  const isTrial = assets.every((asset) => asset === 'trial')
  // No one ever has more trial coins than they are given.
  const most = BigInt(isTrial ? Math.min(trialRefill, tableLimits.stakeMost) : tableLimits.stakeMost)
  const amounts = stakes.map(BigInt)
  const isRising = amounts.every((amount, at) => amount > (amounts[at - 1] ?? 0n))
  if (!isRising || amounts.some((amount) => amount > most)) return wrongField('stakes', 'bad-parameters')
  if (practice && !isTrial) return wrongField('practice', 'bad-parameters')
  return isTrial && rakeBps !== null ? wrongField('rakeBps', 'bad-parameters') : null
}

/** What of a table staff may change. */
const told = ({ isOpen, stakes, practice, rakeBps }: DeskTable) => ({ isOpen, stakes, practice, rakeBps })

/**
 * Changes a table for matches from now on, and tells the host of matches, which calls off what gathers on other terms.
 * Refused where the table is another by now (1409), there is none (1404), a field is wrong (1001), or for someone who is
 * disabled (1501).
 */
export const changeTable = async (
  { db, bus, clock, play }: World,
  { gameId, ...body }: DeskTableBody & { gameId: string },
  by: By,
): Promise<DeskTable | Refusal> => {
  const changed = await db.transaction(async (tx) => {
    if (!(await stillWorks(tx, by.staff))) return refusal(bodyCode.tokenInvalid)
    const find = async () =>
      (await readTables(tx, play.rakeBps)).find((table) => table.gameId === gameId) ?? null
    await tx.query('select from game_table where game_id = $1 for update', [gameId])
    const before = await find()
    if (!before) return refusal(bodyCode.notFound)
    const wrong = refuseBody(body, before, play)
    if (wrong) return wrong
    if (before.version !== body.version) return refusal(bodyCode.conflict)
    await tx.query(
      `update game_table set is_open = $2, stakes = $3, practice = $4, rake_bps = $5, version = version + 1
       where game_id = $1`,
      [gameId, body.isOpen, body.stakes.map(BigInt), body.practice, body.rakeBps],
    )
    const after = await find()
    if (!after) throw new Error('a table is gone while it was locked')
    await writeAudit(tx, {
      at: clock.now(),
      staffId: by.staff.id,
      action: 'table.change',
      subject: { type: 'table', id: gameId },
      reason: body.reason,
      before: told(view(before)),
      after: told(view(after)),
      address: by.address,
    })
    return after
  })
  if (isRefusal(changed)) return changed
  const { isOpen, version, ownRakeBps: _staffs, ...table } = changed
  bus.publish('lobby.table', null, { table, isOpen, version })
  return view(changed)
}
