import { bodyCode } from '@minefall/shared/contracts'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal, wrongField } from '../../http/index.ts'
import { closeConversation } from '../../support/index.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { World } from '../world.ts'
import { type Agent, inConversation } from './agent.ts'
import { mayAnswer } from './may-answer.ts'

const audit = (
  tx: Sql,
  { playerId, staff, address }: Agent,
  entry: { at: number; action: string; before: object; after: object },
) => writeAudit(tx, { ...entry, staffId: staff.id, subject: { type: 'conversation', id: playerId }, address })

/** Tells staff to read the inbox again, after the commit. */
const tellChanged = ({ bus }: World, { playerId }: Agent): void =>
  bus.publish('desk.changed', null, { what: 'conversation', playerId })

/**
 * Gives an open conversation to somebody, or to nobody. Refused where it is not `was`'s any more, or closed (1409), and
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
  if (!refused) tellChanged(world, agent)
  return refused
}

/**
 * Closes a conversation, which is told its player after the commit; closed before, it stays as it is. Refused where
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
  tellChanged(world, agent)
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
