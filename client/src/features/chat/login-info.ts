import { bytesToHex, hash, utf8ToBytes } from '@minefall/shared/fairness'
import type { LoginInfo } from './commands.ts'
import type { Visitor } from './visitor.ts'

/** What of the signed-in user support is told. */
export type KnownUser = { id: string; name: string; phone: string; email: string; level: number }

/** Names an account to a widget without its id: the same in every browser. */
const hashed = (userId: string): string => bytesToHex(hash(utf8ToBytes(`support widget of ${userId}`)))

/** Who writes: the account that is signed in, or else this browser's visitor without a name. */
export const loginInfo = (user: KnownUser | null, visitor: Visitor, language: string): LoginInfo =>
  user
    ? {
        user_id: hashed(user.id),
        user_name: user.name,
        language,
        phone: user.phone,
        email: user.email,
        description: `Level ${user.level}`,
      }
    : {
        user_id: visitor.id,
        user_name: `Visitor ${visitor.id.slice(0, 4)}`,
        language,
        phone: '',
        email: '',
        description: `Anonymous visitor since ${visitor.createdAt.slice(0, 10)}\nVisit ${visitor.visits}`,
      }
