import { bodyCode } from '@minefall/shared/contracts'
import type { AccountCenter, currencySchema } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { type Refusal, refusal, wrongField } from '../http/index.ts'
import { notifyProfile, replacementOf } from '../players/index.ts'
import { readSecurity } from './passwords/security.ts'
import type { SignedInAs } from './sessions/authenticate.ts'
import { listSessions } from './sessions/sessions.ts'
import { readUser } from './user.ts'
import type { World } from './world.ts'

/** The user, and how the account is secured. */
export const readCenter = async (world: World, me: SignedInAs): Promise<AccountCenter> => {
  const { passwordHash, payment, paymentLockedUntil } = await readSecurity(world.db, me.playerId)
  return {
    user: await readUser(world.db, me.playerId),
    security: {
      hasPassword: passwordHash !== null,
      hasPaymentPassword: payment !== null,
      paymentLockedUntil:
        paymentLockedUntil !== null && paymentLockedUntil > world.clock.now() ? paymentLockedUntil : null,
      sessions: (await listSessions(world, me)).length,
    },
  }
}

export const changeNickname = async (
  world: World,
  { playerId }: SignedInAs,
  nickname: string,
): Promise<void> => {
  await world.db.query('update player set name = $2 where id = $1', [playerId, nickname])
  await notifyProfile(world, playerId)
}

/**
 * Gives an account a drawn name in place of `nickname`, for staff. Answers the new name, null where the account has it
 * already; refused (1409) where its owner has chosen another than `nickname`.
 */
export const removeNickname = async (
  tx: Sql,
  playerId: string,
  nickname: string,
): Promise<string | null | Refusal> => {
  const { name } = replacementOf(playerId)
  const changed = await tx.query('update player set name = $2 where id = $1 and name = $3 and name <> $2', [
    playerId,
    name,
    nickname,
  ])
  if (changed.count > 0) return name
  const { count } = await tx.query('select from player where id = $1 and name = $2', [playerId, name])
  return count > 0 ? null : refusal(bodyCode.conflict)
}

const currencyRow = z.object({
  code: z.string(),
  name: z.string(),
  symbol: z.string(),
  rate: z.string().transform(Number),
})

/** The currencies amounts can be shown in. */
export const listCurrencies = async ({ db }: World): Promise<z.infer<typeof currencySchema>[]> => {
  const { rows } = await db.query('select code, name, symbol, rate from currency order by position')
  return z
    .array(currencyRow)
    .parse(rows)
    .map(({ code, name, symbol, rate }) => ({ currencycode: code, name, symbol, exchangeRate: rate }))
}

export const changeCurrency = async (
  world: World,
  { playerId }: SignedInAs,
  code: string,
): Promise<Refusal | null> => {
  const { count } = await world.db.query(
    `update login_account set currency = c.code from currency c where player_id = $1 and c.code = $2`,
    [playerId, code],
  )
  if (count === 0) return wrongField('currencycode', 'bad-parameters')
  await notifyProfile(world, playerId)
  return null
}
