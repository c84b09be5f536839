import { bodyCode } from '@minefall/shared/contracts'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import { type Conversation, readConversation } from '../../support/index.ts'
import type { By } from '../audit/write-audit.ts'
import { ownsOne } from '../staff/own-accounts.ts'
import { stillWorks } from '../staff/standing.ts'
import type { World } from '../world.ts'

/** Who of staff acts in whose conversation, and from where. */
export type Agent = By & { playerId: string }

/**
 * Acts in a conversation while it is locked. Refused where there is none (1404), for the agent's own (1403), and for
 * somebody who is disabled (1501).
 */
export const inConversation = <T>(
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
