import { shownCoins } from '@minefall/shared/coins'
import { countryByCode } from '@minefall/shared/contact'
import type { User } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { balanceOf } from '../ledger/index.ts'

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  avatar: z.string(),
  level: z.int(),
  vip_level: z.int(),
  invitation_code: z.string(),
  currency: z.string(),
  symbol: z.string(),
  rate: z.string().transform(Number),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  country: z.string().nullable(),
  language: z.string(),
})

/** The user as they see themselves. Throws for a player without an account. */
export const readUser = async (sql: Sql, playerId: string): Promise<User> => {
  const { rows } = await sql.query(
    `select p.id, p.name, p.avatar, a.level, a.vip_level, a.invitation_code, a.language, a.currency, c.symbol, c.rate,
            email.value as email, phone.value as phone, phone.country
     from login_account a
     join player p on p.id = a.player_id
     join currency c on c.code = a.currency
     left join contact email on email.player_id = p.id and email.kind = 'email'
     left join contact phone on phone.player_id = p.id and phone.kind = 'phone'
     where a.player_id = $1`,
    [playerId],
  )
  const row = rowSchema.parse(rows[0])
  const balance = await balanceOf(sql, playerId)
  const country = countryByCode(row.country ?? '')
  return {
    id: row.id,
    username: row.email ?? row.phone ?? '',
    nickname: row.name,
    email: row.email ?? '',
    phoneNumber: row.phone ?? '',
    avatar: row.avatar,
    coins: shownCoins(balance),
    level: row.level,
    vipLevel: row.vip_level,
    countrycode: country?.code ?? '',
    phoneCode: country?.dialCode ?? '',
    flagUrl: country?.flag ?? '',
    languagecode: row.language,
    invitationCode: row.invitation_code,
    currencyCode: row.currency,
    currencySymbol: row.symbol,
    exchangeRate: row.rate,
  }
}
