import { bodyCode } from '@minefall/shared/contracts'
import type { DeskBlock } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import { closeSockets, endSessions } from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { takeBackSeats } from '../../safer-play/index.ts'
import type { World } from '../world.ts'
import { type Actor, auditAct, onAccount } from './act.ts'

const blockRow = z.object({
  blocked_at: z.date().nullable(),
  blocked_by: z.string().nullable(),
  blocked_by_name: z.string().nullable(),
  blocked_reason: z.string().nullable(),
  blocked_text: z.string().nullable(),
})

const blockOf = (row: z.infer<typeof blockRow>): DeskBlock | null =>
  row.blocked_at === null
    ? null
    : {
        at: row.blocked_at.getTime(),
        by: { id: row.blocked_by ?? '', name: row.blocked_by_name ?? '' },
        reason: row.blocked_reason ?? '',
        text: row.blocked_text ?? '',
      }

/** The block of an account as staff read it, null where there is none. Throws for a player without an account. */
export const readBlock = async (sql: Sql, playerId: string): Promise<DeskBlock | null> => {
  const { rows } = await sql.query(
    `select a.blocked_at, a.blocked_by, s.name as blocked_by_name, a.blocked_reason, a.blocked_text
     from login_account a left join staff s on s.id = a.blocked_by where a.player_id = $1`,
    [playerId],
  )
  return blockOf(blockRow.parse(rows[0]))
}

/**
 * Ends every session of an account, or one, and after the commit its live connections; answers which. Where none was
 * left, nothing changes; a single one that goes on no more, or never was the account's, is refused (1404).
 */
export const signOutPlayer = async (
  world: World,
  actor: Actor,
  { reason, sessionId }: { reason: string; sessionId?: string | undefined },
): Promise<string[] | Refusal> => {
  const { playerId } = actor
  const ended = await onAccount<string[]>(world, actor, async (tx, at) => {
    const only = sessionId === undefined ? {} : { only: sessionId }
    const sessions = await endSessions(tx, { playerId, ...only, reason: 'staff', now: at })
    if (sessions.length === 0) return sessionId === undefined ? [] : refusal(bodyCode.notFound)
    const after = { ended: sessions }
    await auditAct(tx, actor, { at, action: 'account.sign-out', reason, before: { live: sessions }, after })
    return sessions
  })
  if (!isRefusal(ended)) closeSockets(world, playerId, ended)
  return ended
}

/** Has open orders read again: a block is among the flags that each one shows. */
const tellOrders = ({ bus }: Pick<World, 'bus'>) => bus.publish('desk.changed', null, { what: 'flags' })

type Blocking = Pick<World, 'db' | 'bus' | 'route' | 'clock' | 'log' | 'settings'>
type Blocked = { block: DeskBlock; ended: string[] }

/**
 * Blocks an account and ends its sessions; after the commit its live connections, and seats that wait for their match.
 * The same block again changes nothing; another one of an account that is blocked is refused (1409).
 */
export const blockAccount = async (
  world: Blocking,
  actor: Actor,
  { reason, text }: { reason: string; text: string },
): Promise<DeskBlock | Refusal> => {
  const { playerId, staff } = actor
  const blocked = await onAccount<Blocked>(world, actor, async (tx, at) => {
    const present = await readBlock(tx, playerId)
    if (present) {
      const isSame = present.by.id === staff.id && present.reason === reason && present.text === text
      return isSame ? { block: present, ended: [] } : refusal(bodyCode.conflict)
    }
    await tx.query(
      `update login_account set blocked_at = $2, blocked_by = $3, blocked_reason = $4, blocked_text = $5
       where player_id = $1`,
      [playerId, new Date(at), staff.id, reason, text],
    )
    const ended = await endSessions(tx, { playerId, reason: 'blocked', now: at })
    const after = { blockedAt: at, text, sessionsEnded: ended.length }
    await auditAct(tx, actor, { at, action: 'account.block', reason, before: { blockedAt: null }, after })
    return { block: { at, by: { id: staff.id, name: staff.name }, reason, text }, ended }
  })
  if (isRefusal(blocked)) return blocked
  closeSockets(world, playerId, blocked.ended)
  tellOrders(world)
  await takeBackSeats(world, playerId)
  return blocked.block
}

/**
 * Gives an account back to its owner, who signs in again. One that is not blocked stays as it is; one that was blocked
 * again since `blockedAt` is refused (1409).
 */
export const unblockAccount = async (
  world: Pick<World, 'db' | 'bus' | 'clock'>,
  actor: Actor,
  { reason, blockedAt }: { reason: string; blockedAt?: number | undefined },
): Promise<null | Refusal> => {
  const unblocked = await onAccount<null>(world, actor, async (tx, at) => {
    const present = await readBlock(tx, actor.playerId)
    if (!present) return null
    if (blockedAt !== undefined && blockedAt !== present.at) return refusal(bodyCode.conflict)
    await tx.query(
      `update login_account set blocked_at = null, blocked_by = null, blocked_reason = null, blocked_text = null
       where player_id = $1`,
      [actor.playerId],
    )
    const before = { blockedAt: present.at, by: present.by.id, reason: present.reason, text: present.text }
    await auditAct(tx, actor, { at, action: 'account.unblock', reason, before, after: { blockedAt: null } })
    return null
  })
  if (unblocked === null) tellOrders(world)
  return unblocked
}
