import { bodyCode } from '@minefall/shared/contracts'
import { hasRight } from '@minefall/shared/contracts/desk'
import type { ChatMessage, NewChatMessage, Unread } from '@minefall/shared/contracts/live'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal, wrongField } from '../../http/index.ts'
import {
  addMessage,
  type Conversation,
  closeConversation,
  lockConversation,
  readConversation,
  unreadOf,
} from '../../support/index.ts'
import { type By, writeAudit } from '../audit/write-audit.ts'
import { ownsOne } from '../staff/own-accounts.ts'
import { staffColumns, staffRowSchema, stillWorks } from '../staff/staff-row.ts'
import type { World } from '../world.ts'

/** Who of staff acts in whose conversation, and from where. */
type Agent = By & { playerId: string }

/**
 * Acts in a conversation while it is locked. Refused where there is none (1404), for the agent's own (1403), and for
 * someone who is disabled (1501).
 */
const inConversation = <T>(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  { playerId, staff }: Pick<Agent, 'playerId' | 'staff'>,
  act: (tx: Sql, conversation: Conversation, at: number) => Promise<T | Refusal>,
): Promise<T | Refusal> =>
  db.transaction(async (tx) => {
    if (!(await stillWorks(tx, staff))) return refusal(bodyCode.tokenInvalid)
    if (await ownsOne(tx, staff, [playerId])) return refusal(bodyCode.notAllowed)
    const conversation = await readConversation(tx, playerId, { lock: true })
    return conversation ? act(tx, conversation, clock.now()) : refusal(bodyCode.notFound)
  })

/** Whether this is someone at work who may answer conversations; `lock` keeps them so until the transaction ends. */
export const mayAnswer = async (sql: Sql, staffId: string, { lock = false } = {}): Promise<boolean> => {
  const { rows } = await sql.query(
    `select ${staffColumns} from staff where id = $1 and disabled_at is null${lock ? ' for share' : ''}`,
    [staffId],
  )
  const staff = staffRowSchema.optional().parse(rows[0])
  return staff !== undefined && hasRight(staff.role, 'conversations')
}

const audit = (
  tx: Sql,
  { playerId, staff, address }: Agent,
  entry: { at: number; action: string; before?: object; after: object },
) => writeAudit(tx, { ...entry, staffId: staff.id, subject: { type: 'conversation', id: playerId }, address })

/** Tells staff to read the inbox again, after the commit. */
export const notifyInbox = (
  { bus }: { bus: Pick<World['bus'], 'publish'> },
  { playerId }: Pick<Agent, 'playerId'>,
): void => bus.publish('desk.changed', null, { what: 'conversation', playerId })

/** A message to a player, and what they have not read with it; null for a message that was there already. */
type Written = { message: ChatMessage; unread: Unread | null }

/** Writes to a player in the caller's transaction, once for each id; refused as `addMessage` says. */
const write = async (
  tx: Sql,
  agent: Agent,
  { at, ...message }: NewChatMessage & { at: number },
): Promise<Written | Refusal> => {
  const { playerId, staff } = agent
  const writer = { kind: 'staff', staffId: staff.id } as const
  const added = await addMessage(tx, { ...message, playerId, writer, at })
  if (isRefusal(added)) return added
  if (!added.isNew) return { message: added.message, unread: null }
  await audit(tx, agent, { at, action: 'conversation.reply', after: { seq: added.message.seq } })
  return { message: added.message, unread: await unreadOf(tx, playerId) }
}

/** Tells what was written, after the commit. */
export const tellWritten = (
  { bus }: Pick<World, 'bus'>,
  { playerId }: Pick<Agent, 'playerId'>,
  { message, unread }: Written,
): void => {
  if (unread === null) return
  bus.publish('chat.message', playerId, message)
  bus.publish('chat.unread', playerId, unread)
  notifyInbox({ bus }, { playerId })
}

/**
 * Writes to a player, once for each id, and tells it after the commit. It answers what waited, opens a closed
 * conversation, and begins one where there is none. Refused as `addMessage` says, where there is no such player (1404),
 * for your own account (1403), and for someone who is disabled (1501).
 */
export const reply = async (
  world: World,
  agent: Agent,
  message: NewChatMessage,
): Promise<ChatMessage | Refusal> => {
  const { playerId, staff } = agent
  const written = await world.db.transaction(async (tx) => {
    if (!(await stillWorks(tx, staff))) return refusal(bodyCode.tokenInvalid)
    const { count } = await tx.query('select from player where id = $1', [playerId])
    if (count === 0) return refusal(bodyCode.notFound)
    if (await ownsOne(tx, staff, [playerId])) return refusal(bodyCode.notAllowed)
    return write(tx, agent, { ...message, at: world.clock.now() })
  })
  if (isRefusal(written)) return written
  tellWritten(world, agent, written)
  return written.message
}

/**
 * Writes to a player what staff did about them, in the transaction of that: it is no answer, so what waited still waits.
 * `tellWritten` after the commit.
 */
export const inform = async (
  tx: Sql,
  agent: Agent,
  message: { messageId: string; text: string; at: number },
): Promise<Written> => {
  await lockConversation(tx, agent.playerId)
  const before = await readConversation(tx, agent.playerId)
  const written = await write(tx, agent, message)
  if (isRefusal(written)) throw new Error('what support writes of an act was refused')
  const waitingSince = before?.waitingSince ?? null
  if (waitingSince !== null)
    await tx.query('update conversation set waiting_since = $2 where player_id = $1', [
      agent.playerId,
      new Date(waitingSince),
    ])
  return written
}

/**
 * Gives an open conversation to someone, or to no one. Refused where it is not `was`'s any more, or closed (1409), and
 * where it can't be theirs (1001).
 */
export const assign = async (
  world: World,
  agent: Agent,
  { staffId, was }: { staffId: string | null; was: string | null },
): Promise<null | Refusal> => {
  const refused = await inConversation(world, agent, async (tx, { status, assignedTo }, at) => {
    if (status === 'closed') return refusal(bodyCode.conflict)
    if (assignedTo === staffId) return null
    if (assignedTo !== was) return refusal(bodyCode.conflict)
    if (staffId !== null && !(await mayAnswer(tx, staffId, { lock: true })))
      return wrongField('staffId', 'bad-parameters')
    await tx.query('update conversation set assigned_to = $2, version = version + 1 where player_id = $1', [
      agent.playerId,
      staffId,
    ])
    const [before, after] = [{ assignedTo }, { assignedTo: staffId }]
    await audit(tx, agent, { at, action: 'conversation.assign', before, after })
    return null
  })
  if (!refused) notifyInbox(world, agent)
  return refused
}

const releasedSchema = z.array(z.object({ player_id: z.string() }))

/**
 * Makes all that is this person's no one's, from outside the desk. The answer is whose conversations they are:
 * `notifyInbox` about each.
 */
export const releaseAll = async (
  tx: Sql,
  staffId: string,
  { at, address }: { at: number; address: string },
): Promise<readonly Pick<Agent, 'playerId'>[]> => {
  const { rows } = await tx.query(
    'update conversation set assigned_to = null, version = version + 1 where assigned_to = $1 returning player_id',
    [staffId],
  )
  const released = releasedSchema.parse(rows).map(({ player_id }) => ({ playerId: player_id }))
  for (const { playerId } of released)
    await writeAudit(tx, {
      at,
      staffId: null,
      action: 'conversation.assign',
      subject: { type: 'conversation', id: playerId },
      before: { assignedTo: staffId },
      after: { assignedTo: null },
      address,
    })
  return released
}

/**
 * Closes a conversation, which reaches its player after the commit; closed before, it stays as it is. Refused where
 * something was written after what the agent read (1409).
 */
export const close = async (
  world: World,
  agent: Agent,
  { seq }: { seq: number },
): Promise<null | Refusal> => {
  const messageId = world.newId()
  const closed = await inConversation(world, agent, async (tx, conversation, at) => {
    const { status, assignedTo, lastSeq } = conversation
    if (status === 'closed') return null
    if (seq !== lastSeq) return refusal(bodyCode.conflict)
    const message = await closeConversation(tx, conversation, { messageId, at })
    const [before, after] = [
      { status, assignedTo },
      { status: 'closed', assignedTo: null },
    ]
    await audit(tx, agent, { at, action: 'conversation.close', before, after })
    return message
  })
  if (closed === null || isRefusal(closed)) return closed
  world.bus.publish('chat.message', agent.playerId, closed)
  world.bus.publish('chat.read', agent.playerId, { by: 'staff', seq: closed.seq })
  notifyInbox(world, agent)
  return null
}

/**
 * Notes how far staff have read, and tells it after the commit. Less than before changes nothing; a message that there
 * is not is refused (1001).
 */
export const markRead = async (
  world: World,
  agent: Agent,
  { seq }: { seq: number },
): Promise<null | Refusal> => {
  const marked = await inConversation(world, agent, async (tx, { lastSeq, staffRead }) => {
    if (seq > lastSeq) return wrongField('seq', 'bad-parameters')
    if (seq <= staffRead) return null
    await tx.query(
      'update conversation set staff_read_seq = $2, version = version + 1 where player_id = $1',
      [agent.playerId, seq],
    )
    return { seq }
  })
  if (marked === null || isRefusal(marked)) return marked
  world.bus.publish('chat.read', agent.playerId, { by: 'staff', ...marked })
  return null
}
