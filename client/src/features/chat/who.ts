import type { LoginInfo } from './commands.ts'
import { type KnownUser, loginInfo } from './login-info.ts'
import type { Visitor } from './visitor.ts'

export type WhoPorts = {
  widget: { setLoginInfo(info: LoginInfo): void; clearUser(): void }
  /** Who is signed in; null for guests. */
  user(): KnownUser | null
  visitor: Visitor
  language(): string
}

/** Tells the widget who writes, in which language: call it whenever either may be another. */
export const createWho = ({ widget, user, visitor, language }: WhoPorts) => {
  let told: { userId: string | null; info: string } = { userId: null, info: '' }
  return () => {
    const now = user()
    const info = loginInfo(now, visitor, language())
    const next = { userId: now?.id ?? null, info: JSON.stringify(info) }
    if (next.info === told.info) return
    if (told.userId !== null && told.userId !== next.userId) widget.clearUser()
    widget.setLoginInfo(info)
    told = next
  }
}
